// Holds values against a plain JSON Schema and says what is wrong in words a model can act on.

import { type OutputUnit, type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import { BeckonError } from "../../core/errors.js";
import { type Checked, type JsonSchema, joinPath, type Problem } from "./problem.js";

/** A check that is ready to run. */
export type JsonSchemaCheck = (value: unknown) => Checked;

const DRAFTS: readonly (readonly [string, SchemaDraft])[] = [
  ["2020-12", "2020-12"],
  ["2019-09", "2019-09"],
  ["draft-07", "7"],
  ["draft-04", "4"],
];

/** Readies a schema; throws when it cannot be used, so that a bad definition never lets values through. */
export function jsonSchemaCheck(schema: JsonSchema, what: string): JsonSchemaCheck {
  const validator = new Validator(schema as Schema, draftOf(schema, what), false);
  return (value) => {
    const { valid, errors } = validator.validate(value);
    return valid ? { value } : { problems: leaves(errors).map(toProblem) };
  };
}

function draftOf(schema: JsonSchema, what: string): SchemaDraft {
  const dialect = schema.$schema;
  if (dialect === undefined) return "2020-12";
  const known = DRAFTS.find(([name]) => typeof dialect === "string" && dialect.includes(name));
  if (known) return known[1];
  throw new BeckonError(
    "invalid-definition",
    `${what} uses the JSON Schema dialect ${String(dialect)}, which is not supported.`,
  );
}

/** Keywords that only say that something below them failed. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "properties",
  "items",
  "prefixItems",
  "allOf",
  "$ref",
  "$dynamicRef",
  "if",
  "then",
  "else",
  "additionalProperties",
  "unevaluatedProperties",
  "patternProperties",
  "dependentSchemas",
]);

function leaves(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const isContainer = (unit: OutputUnit): boolean =>
    CONTAINERS.has(unit.keyword) && errors.some((other) => other !== unit && isBelow(other, unit));
  const found = errors.filter((unit) => unit.keyword !== "false" && !isContainer(unit));
  return found.length > 0 ? found : errors;
}

const isBelow = (inner: OutputUnit, outer: OutputUnit): boolean =>
  inner.keyword !== "false" &&
  inner.keywordLocation.length > outer.keywordLocation.length &&
  inner.keywordLocation.startsWith(outer.keywordLocation);

function toProblem(unit: OutputUnit): Problem {
  const keys = unit.instanceLocation
    .slice(1)
    .split("/")
    .filter((key) => key !== "")
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return { path: joinPath(keys), message: unit.error };
}
