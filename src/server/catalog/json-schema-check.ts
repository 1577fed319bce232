// Holds values against a plain JSON Schema and says what is wrong in words a model can act on.

import { Compile } from "typebox/schema";
import { isObject } from "../../core/json.js";
import { type Checked, firstProblems, type JsonSchema, joinPath, type Problem } from "../../core/problem.js";
import { withoutPrototypes } from "./without-prototypes.js";

/** A check that is ready to run. */
export type JsonSchemaCheck = (value: unknown) => Checked;

/** Readies a schema that {@link findSchemaProblem} has nothing against. */
export function jsonSchemaCheck(schema: JsonSchema): JsonSchemaCheck {
  const validator = Compile(schema);
  // The validator takes what every object inherits for members of it.
  const bared = namesInherited(schema) ? withoutPrototypes : (value: unknown): unknown => value;
  return (value) => {
    const bare = bared(value);
    if (validator.Check(bare)) return { value };
    const [, errors] = validator.Errors(bare);
    const leaves = errors.filter(isLeaf);
    return { problems: firstProblems(leaves.length > 0 ? leaves : errors, toProblem) };
  };
}

/** True when a schema speaks anywhere of a name that every object answers to, such as `toString`. */
function namesInherited(schema: unknown): boolean {
  if (typeof schema === "string") return schema in Object.prototype;
  if (Array.isArray(schema)) return schema.some(namesInherited);
  if (!isObject(schema)) return false;
  return Object.entries(schema).some(([name, inner]) => name in Object.prototype || namesInherited(inner));
}

interface Unit {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** `boolean` only says that something is not allowed; the keyword above it says what. */
const isLeaf = (unit: Unit): boolean => unit.keyword !== "boolean";

function toProblem({ instancePath, message, params }: Unit): Problem {
  const keys = instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return { path: joinPath(keys), message: withDetails(message, params) };
}

/** How many values or names are told, and how long they may be together. */
const MOST_NAMED = 30;
const MOST_DETAILS = 500;

/** The message with what it speaks of: the names that are too many, or the values that are allowed. */
function withDetails(message: string, params: object): string {
  for (const [name, value] of Object.entries(params)) {
    if (/^(?:additional|unevaluated)Properties$/.test(name) && Array.isArray(value))
      return `${message}: ${value.join(", ")}`;
    if (name === "allowedValues" && Array.isArray(value)) return `${message}: ${listed(value)}`;
    if (name === "allowedValue") return `${message}: ${listed([value])}`;
  }
  return message;
}

function listed(values: readonly unknown[]): string {
  const told = values
    .slice(0, MOST_NAMED)
    .map((value) => JSON.stringify(value))
    .join(", ");
  const isCut = values.length > MOST_NAMED || told.length > MOST_DETAILS;
  return isCut ? `${told.slice(0, MOST_DETAILS)}…` : told;
}
