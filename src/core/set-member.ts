// Sets a member of a plain object, whatever its name.

/** Like assignment, but a member called `__proto__` is one like any other. */
export function setMember<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
