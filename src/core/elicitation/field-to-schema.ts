// Says a field in the words of MCP's form schema.

import { isObject, type JsonObject } from "../json.js";
import type { Field, FieldKind } from "./field.js";

const described = ["title", "description", "optional", "default"];

/** The options of each kind. */
const known: { readonly [Kind in FieldKind]: ReadonlySet<string> } = {
  string: new Set([...described, "minLength", "maxLength", "pattern", "format", "credential"]),
  number: new Set([...described, "minimum", "maximum"]),
  integer: new Set([...described, "minimum", "maximum"]),
  boolean: new Set(described),
  choice: new Set([...described, "options"]),
  choices: new Set([...described, "options", "min", "max"]),
  file: new Set(["title", "description", "optional", "accept", "maxBytes", "several"]),
};

/** Tells a field from everything else. */
export const isField = (value: unknown): value is Field =>
  isObject(value) && Object.hasOwn(known, String(value.kind)) && isObject(value.options);

/** The schema of a field, not checked yet; `refuse` hears what cannot be said. */
export function fieldToSchema({ kind, options }: Field, refuse: (reason: string) => never): JsonObject {
  const schema: Record<string, unknown> = { type: types[kind], ...(kind === "file" && fileDefaults) };
  for (const [name, value] of Object.entries(options)) {
    if (!known[kind].has(name)) refuse(`has the option ${name}, which field.${kind} does not know`);
    // The types promise content for every field with a default.
    if (value === undefined && name === "default") refuse("has a default that is undefined; leave it out");
    if (value === undefined) continue;
    if (name === "credential") {
      if (value !== false) refuse("has an option credential that is not false");
    } else if (name === "optional") {
      if (typeof value !== "boolean") refuse("has an option optional that is neither true nor false");
    } else if (name === "several") {
      if (typeof value !== "boolean") refuse("has an option several that is neither true nor false");
      if (value) schema.maxFiles = MOST_FILES;
    } else if (name === "pattern") schema.pattern = patternOf(value, refuse);
    else if (name === "options") addOptions(schema, value, refuse);
    else schema[wireNames[name] ?? name] = value;
  }
  if (known[kind].has("options") && options.options === undefined) refuse("has no options");
  return schema;
}

const types: { readonly [Kind in FieldKind]: string } = {
  string: "string",
  number: "number",
  integer: "integer",
  boolean: "boolean",
  choice: "string",
  choices: "array",
  file: "file",
};

/** How many files may be uploaded where it may be several. */
const MOST_FILES = 20;
const fileDefaults = { maxBytes: 10 * 1024 * 1024, maxFiles: 1 };

const wireNames: { readonly [name: string]: string } = { min: "minItems", max: "maxItems" };

/** Flags that a JSON Schema can do without: they do not change whether a text matches. */
const HARMLESS_FLAGS = /[dgu]/g;

function patternOf(pattern: unknown, refuse: (reason: string) => never): unknown {
  if (!(pattern instanceof RegExp)) return pattern;
  const flags = pattern.flags.replace(HARMLESS_FLAGS, "");
  if (flags !== "")
    refuse(`has the pattern ${pattern}, and JSON Schema has no flag ${flags}; write it into the pattern`);
  return pattern.source;
}

function addOptions(
  schema: Record<string, unknown>,
  given: unknown,
  refuse: (reason: string) => never,
): void {
  if (typeof given !== "object" || given === null || Object.keys(given).length === 0)
    refuse("has no options");
  if (Array.isArray(given)) {
    if (schema.type === "array") schema.items = { type: "string", enum: given };
    else schema.enum = given;
    return;
  }
  const options = Object.entries(given as JsonObject).map(([value, title]) => ({ const: value, title }));
  if (schema.type === "array") schema.items = { anyOf: options };
  else schema.oneOf = options;
}
