// Takes null out of what a field may be: a form has no null, only fields that are left empty.

import type { JsonObject } from "../json.js";
import type { JsonSchema } from "../problem.js";
import { resolveReference } from "./resolve-reference.js";

/** The schema without null, and whether it had it. `root` is what references are looked up in. */
export function withoutNull(
  given: JsonObject,
  root: JsonSchema,
): { readonly schema: JsonObject; readonly isNullable: boolean } {
  const { default: preset, ...rest } = given;
  const base = preset === null ? rest : given;
  const schema = withoutNullMember(withoutNullOption(withoutNullType(base)), root);
  return { schema, isNullable: schema !== base };
}

function withoutNullType(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (!Array.isArray(type) || !type.includes("null")) return schema;
  const types = type.filter((one) => one !== "null");
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

function withoutNullOption(schema: JsonObject): JsonObject {
  const { enum: options } = schema;
  if (!Array.isArray(options) || !options.includes(null)) return schema;
  return { ...schema, enum: options.filter((option) => option !== null) };
}

function withoutNullMember(schema: JsonObject, root: JsonSchema): JsonObject {
  const { anyOf, ...beside } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const members = anyOf.map((member) => resolveReference(member, root));
  const others = members.filter((member) => member.type !== "null" && member.const !== null);
  if (others.length === members.length) return schema;
  return others.length === 1 ? { ...others[0], ...beside } : { ...beside, anyOf: others };
}
