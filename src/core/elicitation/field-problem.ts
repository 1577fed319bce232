// What keeps a schema from being a field of a form, found when the form is built.

import { isObject, type JsonObject } from "../json.js";
import type { FieldSchema } from "./form-schema.js";
import { isFormat } from "./formats.js";
import { LONGEST_PATTERN, newPatience, type Patience, readPattern } from "./match-pattern.js";
import { findValueProblem } from "./value-problem.js";

/** What a keyword takes, and how that is called. */
interface Rule {
  readonly test: (value: unknown) => boolean;
  readonly called: string;
}

const text: Rule = { test: (value) => typeof value === "string", called: "text" };
const number: Rule = { test: (value) => Number.isFinite(value), called: "a number" };
const count: Rule = {
  test: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  called: "a whole number from 0 on",
};
const pattern: Rule = {
  test: (value) => typeof value === "string" && value.length <= LONGEST_PATTERN,
  called: `a regular expression of at most ${LONGEST_PATTERN} characters that works with the flag u`,
};
const format: Rule = { test: isFormat, called: "email, uri, date or date-time" };
const values: Rule = { test: isValues, called: "a list of different texts" };
const names: Rule = { test: isTexts, called: "a list of texts" };
const titled: Rule = { test: isTitled, called: "a list of different { const, title }" };
const items: Rule = { test: isItems, called: '{ type: "string", enum } or { anyOf } with options' };
const amount: Rule = {
  test: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  called: "a whole number from 1 on",
};
const accepted: Rule = {
  test: (value) => isTexts(value) && value.length > 0 && value.every((one) => ACCEPTED.test(one)),
  called: "a list of endings such as .pdf and media types such as image/*",
};
const anything: Rule = { test: () => true, called: "" };

/** An ending or a media type, whose second half may be anything. */
const ACCEPTED = /^(?:\.[\w.+-]+|[\w.+-]+\/(?:[\w.+-]+|\*))$/;

type Rules = { readonly [keyword: string]: Rule };

const described = { type: text, title: text, description: text, default: anything };
const rules = {
  string: { ...described, minLength: count, maxLength: count, pattern, format },
  number: { ...described, minimum: number, maximum: number },
  boolean: described,
  enum: { ...described, enum: values, enumNames: names },
  oneOf: { ...described, oneOf: titled },
  array: { ...described, minItems: count, maxItems: count, items },
  file: { type: text, title: text, description: text, accept: accepted, maxBytes: amount, maxFiles: amount },
} satisfies { readonly [shape: string]: Rules };

/** The first problem, to stand behind the field's name; `undefined` when the schema is one of MCP's eight shapes. */
export function findFieldProblem(schema: unknown, patience: Patience = newPatience()): string | undefined {
  if (!isObject(schema)) return "is no schema";
  return findProblem(schema, rulesOf(schema), patience);
}

/** The same for files, which MCP has no shape for. */
export const findFileFieldProblem = (schema: JsonObject): string | undefined =>
  findProblem(schema, rules.file, newPatience());

function findProblem(schema: JsonObject, known: Rules | undefined, patience: Patience): string | undefined {
  if (known === undefined)
    return `has the type ${JSON.stringify(schema.type)}, and a field of a form is a string, a number, an integer, a boolean or an array of choices`;
  return (
    findKeywordProblem(schema, known) ??
    findPatternProblem(schema, patience) ??
    findShapeProblem(schema) ??
    findDefaultProblem(schema, patience)
  );
}

function rulesOf(schema: JsonObject): Rules | undefined {
  switch (schema.type) {
    case "string":
      if (schema.oneOf !== undefined) return rules.oneOf;
      return schema.enum === undefined ? rules.string : rules.enum;
    case "number":
    case "integer":
      return rules.number;
    case "boolean":
      return rules.boolean;
    case "array":
      return rules.array;
    default:
      return undefined;
  }
}

function findKeywordProblem(schema: JsonObject, known: Rules): string | undefined {
  for (const keyword of Object.keys(schema)) {
    const rule = Object.hasOwn(known, keyword) ? known[keyword] : undefined;
    if (rule === undefined) return `has ${keyword}, which a field of this kind does not have`;
    const value = schema[keyword];
    if (!rule.test(value)) return isNot(keyword, value, rule);
  }
  return undefined;
}

const isNot = (keyword: string, value: unknown, { called }: Rule): string =>
  `has ${keyword} ${shown(value)}, which is not ${called}`;

function findPatternProblem({ pattern: given }: JsonObject, patience: Patience): string | undefined {
  // What is no text has been found out.
  if (typeof given !== "string") return undefined;
  const read = readPattern(given, patience);
  if (read === "too-long") return "has a pattern, and those of its form take too long to read";
  return read === "none" ? isNot("pattern", given, pattern) : undefined;
}

const bounds = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
] as const;

function findShapeProblem(schema: JsonObject): string | undefined {
  for (const [low, high] of bounds) {
    const from = schema[low];
    const to = schema[high];
    if (from !== undefined && to !== undefined && Number(from) > Number(to))
      return `has ${low} ${from}, which is above ${high} ${to}`;
  }
  const { type, minimum, maximum, enum: options, enumNames, items, minItems } = schema;
  if (type === "integer" && Math.ceil(Number(minimum)) > Math.floor(Number(maximum)))
    return `has no whole number between minimum ${minimum} and maximum ${maximum}`;
  if (Array.isArray(enumNames) && Array.isArray(options) && enumNames.length !== options.length)
    return `has ${enumNames.length} enumNames for ${options.length} options`;
  if (type !== "array") return undefined;
  if (!isObject(items)) return "has no items";
  const offered = items.anyOf ?? items.enum;
  return Array.isArray(offered) && Number(minItems) > offered.length
    ? `has minItems ${minItems}, and only ${offered.length} options`
    : undefined;
}

function findDefaultProblem(schema: JsonObject, patience: Patience): string | undefined {
  if (schema.default === undefined) return undefined;
  // Everything but its default has been found to be in order. An author is told the pattern, not their own description.
  const { description: _, ...field } = schema;
  const problem = findValueProblem(field as unknown as FieldSchema, schema.default, patience);
  return problem && `has the default ${shown(schema.default)}, which does not fit: it ${problem}`;
}

const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  // JSON has no words for NaN, Infinity, undefined and functions.
  const json = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)}…` : json;
}

const isText = (value: unknown): value is string => typeof value === "string";

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isValues(value: unknown): boolean {
  return isTexts(value) && value.length > 0 && new Set(value).size === value.length;
}

function isTitled(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const isOption = (option: unknown) =>
    isObject(option) && isText(option.title) && Object.keys(option).length === 2;
  return value.every(isOption) && isValues(value.map((option) => option.const));
}

function isItems(value: unknown): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  if (value.anyOf !== undefined) return keys.length === 1 && isTitled(value.anyOf);
  return keys.length === 2 && value.type === "string" && isValues(value.enum);
}
