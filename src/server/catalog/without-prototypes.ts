// A value of JSON whose objects answer to their own names only.

import { isObject } from "../../core/json.js";

/** A copy in which no object inherits anything. What is no plain object or array stays what it is. */
export function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  // Not by assignment: that would set a prototype where a member is called `__proto__`.
  return Object.create(
    null,
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        { value: withoutPrototypes(member), enumerable: true },
      ]),
    ),
  );
}
