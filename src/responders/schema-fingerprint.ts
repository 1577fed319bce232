// The fingerprint of a form, by which a rule says that it means exactly this one.

import { hash } from "node:crypto";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import { isObject } from "../core/json.js";

/** Equal for the same form, and for no other: titles, descriptions, defaults and the order of fields count too. */
export function schemaFingerprint({ properties, required = [] }: FormSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => [name, sorted(field)]);
  return hash("sha256", JSON.stringify([fields, required.toSorted()]), "base64url");
}

/** The same value with its members in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name])]);
}
