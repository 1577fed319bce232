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
  const named = Object.entries(params).find(([name]) =>
    /^(?:additional|unevaluated)Properties$/.test(name),
  )?.[1];
  return {
    path: joinPath(keys),
    message: Array.isArray(named) ? `${message}: ${named.join(", ")}` : message,
  };
}
