// Holds one value against its field, and says in a person's words what is wrong.

import { isObject } from "../json.js";
import { isAcceptedFile } from "./accepted-file.js";
import type { FileReference } from "./answer.js";
import type {
  ChoiceFieldSchema,
  ChoicesFieldSchema,
  FieldSchema,
  FileFieldSchema,
  NumberFieldSchema,
  StringFieldSchema,
} from "./form-schema.js";
import { formats, isFormat } from "./formats.js";
import { matchPattern, newPatience, type Patience } from "./match-pattern.js";
import { hasOption, isChoice, optionsOf } from "./options-of.js";

/** What is wrong with a value, to stand behind the field's name; `undefined` when nothing is. */
export function findValueProblem(
  schema: FieldSchema,
  value: unknown,
  patience: Patience = newPatience(),
): string | undefined {
  switch (schema.type) {
    case "string":
      if (typeof value !== "string") return isChoice(schema) ? notOffered(schema) : "must be text";
      if (!isChoice(schema)) return findTextProblem(schema, value, patience);
      return hasOption(schema, value) ? undefined : notOffered(schema);
    case "number":
    case "integer":
      return findNumberProblem(schema, value);
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "array":
      return findListProblem(schema, value);
    case "secret":
      return typeof value === "string" && value !== "" ? undefined : "must be given";
    case "file":
      return findFileProblem(schema, value);
  }
}

function findFileProblem(schema: FileFieldSchema, value: unknown): string | undefined {
  const { maxBytes, maxFiles, accept = [] } = schema;
  if (!Array.isArray(value) || !value.every(isFileReference)) return "must be a list of uploaded files";
  if (value.length > maxFiles) return `must have at most ${counted(maxFiles, "file")}`;
  if (!value.every(({ bytes }) => bytes <= maxBytes))
    return `must have at most ${maxBytes} bytes in each file`;
  return value.every(({ name, type }) => isAcceptedFile(accept, name, type))
    ? undefined
    : `must have only files that are ${accept.join(", ")}`;
}

const isFileReference = (value: unknown): value is FileReference =>
  isObject(value) &&
  typeof value.id === "string" &&
  typeof value.name === "string" &&
  typeof value.type === "string" &&
  Number.isSafeInteger(value.bytes);

/** Patterns can take much longer than a text is long; whoever wants them tried on longer ones says so with `maxLength`. */
const LONGEST_MATCHED = 10_000;

function findTextProblem(schema: StringFieldSchema, text: string, patience: Patience): string | undefined {
  const { minLength, maxLength, format, pattern, description } = schema;
  if (minLength !== undefined && isShorter(text, minLength))
    return `must have at least ${counted(minLength, "character")}`;
  if (maxLength !== undefined && !isShorter(text, maxLength + 1))
    return `must have at most ${counted(maxLength, "character")}`;
  if (isFormat(format) && !formats[format].test(text)) return `must be ${formats[format].called}`;
  if (pattern !== undefined && maxLength === undefined && text.length > LONGEST_MATCHED)
    return `must have at most ${counted(LONGEST_MATCHED, "character")}`;
  if (pattern === undefined) return undefined;
  const isMatch = matchPattern(pattern, text, patience);
  if (isMatch === undefined) return "cannot be held against its pattern, which takes too long";
  if (isMatch) return undefined;
  // People read descriptions, and few of them read patterns.
  return description === undefined
    ? `must match the pattern ${pattern}`
    : `must be as described: ${description}`;
}

/** Counts in code points, as JSON Schema does; no further than it must. */
function isShorter(text: string, length: number): boolean {
  if (text.length < length) return true;
  if (text.length >= 2 * length) return false;
  let count = 0;
  for (const _ of text) count++;
  return count < length;
}

function findNumberProblem(schema: NumberFieldSchema, value: unknown): string | undefined {
  const { type, minimum, maximum } = schema;
  const isKind = type === "integer" ? Number.isInteger(value) : Number.isFinite(value);
  if (typeof value !== "number" || !isKind)
    return type === "integer" ? "must be a whole number" : "must be a number";
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  return undefined;
}

function findListProblem(schema: ChoicesFieldSchema, value: unknown): string | undefined {
  const { minItems, maxItems } = schema;
  if (!Array.isArray(value)) return "must be a list of choices";
  if (minItems !== undefined && value.length < minItems)
    return `must have at least ${counted(minItems, "choice")}`;
  if (maxItems !== undefined && value.length > maxItems)
    return `must have at most ${counted(maxItems, "choice")}`;
  const isOffered = (item: unknown) => typeof item === "string" && hasOption(schema, item);
  if (!value.every(isOffered)) return notOffered(schema);
  return new Set(value).size < value.length ? "must not have the same choice twice" : undefined;
}

/** As many options as a person reads in a sentence. */
const MOST_OPTIONS = 10;

function notOffered(schema: ChoiceFieldSchema | ChoicesFieldSchema): string {
  const options = optionsOf(schema);
  const told = options.slice(0, MOST_OPTIONS).map(({ title }) => title);
  const more = options.length - told.length;
  const list = more > 0 ? `${told.join(", ")} or ${more} more` : told.join(", ");
  return schema.type === "array" ? `must have only choices among: ${list}` : `must be one of: ${list}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
