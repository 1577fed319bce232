// Turns what a library says of one value into the shape that MCP's forms have for it.

import { isObject, type JsonObject } from "../json.js";
import type { JsonSchema } from "../problem.js";
import { findFieldProblem } from "./field-problem.js";
import { isFormat } from "./formats.js";
import { newPatience, type Patience } from "./match-pattern.js";
import { resolveReference } from "./resolve-reference.js";

/** One of MCP's shapes for a field. */
export function flattenField(
  given: JsonObject,
  root: JsonSchema,
  refuse: (reason: string) => never,
  patience: Patience = newPatience(),
): JsonObject {
  const options = optionsIn(given, root);
  const flat = options ? { type: "string", ...options } : shapeOf(given, root, refuse, patience);
  const { title, description, default: preset } = given;
  const field = {
    ...flat,
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
  };
  const withDefault = { ...field, default: preset };
  // Libraries do not hold defaults against their own rules. One that does not fit the form they fill in themselves.
  return preset === undefined || findFieldProblem(withDefault, patience) !== undefined ? field : withDefault;
}

/** Options as `enum`, or as `oneOf` when one has a title. */
function optionsIn(given: JsonObject, root: JsonSchema): JsonObject | undefined {
  if (isTexts(given.enum)) return { enum: given.enum };
  if (typeof given.const === "string") return { enum: [given.const] };
  const members = given.anyOf ?? given.oneOf;
  if (!Array.isArray(members)) return undefined;
  const options = members.flatMap((member: unknown) => optionsOfMember(resolveReference(member, root)));
  if (options.length === 0 || !options.every((option) => option !== undefined)) return undefined;
  const unique = [...new Map(options.map((option) => [option.const, option])).values()];
  return unique.some((option) => option.title !== undefined)
    ? { oneOf: unique.map((option) => ({ const: option.const, title: option.title ?? option.const })) }
    : { enum: unique.map((option) => option.const) };
}

interface LooseOption {
  readonly const: string;
  readonly title?: string;
}

function optionsOfMember(member: JsonObject): readonly (LooseOption | undefined)[] {
  if (isTexts(member.enum)) return member.enum.map((option) => ({ const: option }));
  if (typeof member.const !== "string") return [undefined];
  const { title } = member;
  return [{ const: member.const, ...(typeof title === "string" && { title }) }];
}

function shapeOf(
  given: JsonObject,
  root: JsonSchema,
  refuse: (reason: string) => never,
  patience: Patience,
): JsonObject {
  if (isYesOrNo(given)) return { type: "boolean" };
  if (given.enum !== undefined || given.const !== undefined)
    refuse("has options that are not text, and the options of a form are");
  switch (given.type) {
    case "string":
      return flattenText(given, patience);
    case "number":
    case "integer":
      return flattenNumber(given);
    case "array":
      return flattenList(given, root, refuse);
    case "object":
      return refuse("is an object or a record, and a form is flat");
    default:
      return refuse(
        given.anyOf !== undefined || given.oneOf !== undefined || Array.isArray(given.type)
          ? "is a union of more than options, which a form cannot show"
          : "is of a type that a form cannot show; use text, numbers, booleans or choices",
      );
  }
}

function isYesOrNo({ type, const: only, enum: options, anyOf }: JsonObject): boolean {
  if (type === "boolean" || typeof only === "boolean") return true;
  if (Array.isArray(options)) return options.length > 0 && options.every((one) => typeof one === "boolean");
  return (
    Array.isArray(anyOf) &&
    anyOf.length > 0 &&
    anyOf.every((one) => isObject(one) && typeof one.const === "boolean")
  );
}

function flattenText({ minLength, maxLength, format, pattern }: JsonObject, patience: Patience): JsonObject {
  const field = { type: "string", ...given({ minLength, maxLength }) };
  // Beside a format the pattern is the library's way to say it once more.
  if (isFormat(format)) return { ...field, format };
  const withPattern = { ...field, pattern };
  return typeof pattern === "string" && findFieldProblem(withPattern, patience) === undefined
    ? withPattern
    : field;
}

function flattenNumber(schema: JsonObject): JsonObject {
  const { type, minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  // A form has only bounds that belong to the range; between numbers that are not whole there is no next one.
  const isInteger = type === "integer";
  const lowest = isInteger && typeof above === "number" ? Math.floor(above) + 1 : undefined;
  const highest = isInteger && typeof below === "number" ? Math.ceil(below) - 1 : undefined;
  return {
    type,
    ...given({
      minimum: narrower(Math.max, meant(minimum), lowest),
      maximum: narrower(Math.min, meant(maximum), highest),
    }),
  };
}

const narrower = (
  pick: (one: number, other: number) => number,
  one: unknown,
  other: number | undefined,
): unknown => (typeof one === "number" && other !== undefined ? pick(one, other) : (one ?? other));

/** The bounds of what JavaScript can count are the library's, not the author's. */
const meant = (bound: unknown): unknown =>
  bound === Number.MAX_SAFE_INTEGER || bound === Number.MIN_SAFE_INTEGER ? undefined : bound;

function flattenList(schema: JsonObject, root: JsonSchema, refuse: (reason: string) => never): JsonObject {
  const options = optionsIn(resolveReference(schema.items, root), root);
  if (options === undefined) refuse("is a list of something else than options, which a form cannot show");
  const { minItems, maxItems } = schema;
  const items = options.oneOf === undefined ? { type: "string", ...options } : { anyOf: options.oneOf };
  return { type: "array", ...given({ minItems, maxItems }), items };
}

/** The members that are there. */
const given = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
