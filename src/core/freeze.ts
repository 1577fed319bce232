// JSON that can no longer change, so that whoever looked at it once need not look again.

/** Freezes a value and everything in it. */
export function freezeDeeply(value: object): void {
  Object.freeze(value);
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null && !Object.isFrozen(member)) freezeDeeply(member);
  }
}

/** True when nothing in it can change: frozen throughout, and data only. */
export function isFrozenDeeply(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const prototype = Object.getPrototypeOf(value);
  if (!Object.isFrozen(value) || (prototype !== Object.prototype && prototype !== Array.prototype))
    return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).every(
    (member) => "value" in member && isFrozenDeeply(member.value),
  );
}
