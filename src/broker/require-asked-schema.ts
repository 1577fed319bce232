// Passes what a broker can ask with: the form schemas of MCP, and fields for secrets and files besides.

import { findNameProblem } from "../core/elicitation/field-name.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import {
  findSchemaProblems,
  refuseSchema,
  requireFormSchema,
} from "../core/elicitation/require-form-schema.js";
import { isObject, type JsonObject } from "../core/json.js";

/** The schema as it was given. Throws what is wrong with it, naming the field where it is one. */
export function requireAskedSchema(given: unknown): FormSchema {
  if (!isObject(given) || !isObject(given.properties)) return requireFormSchema(given);
  const entries = Object.entries(given.properties);
  const ours = entries.flatMap(([field, schema]) => {
    const reason = isObject(schema) ? findOwnProblem(field, schema) : undefined;
    return reason === undefined ? [] : [{ field, reason }];
  });
  // In the place of what no MCP form has stands a field that every form can have.
  const plain = entries.map(([name, field]) => [name, isShownElsewhere(field) ? { type: "string" } : field]);
  const others = findSchemaProblems({ ...given, properties: Object.fromEntries(plain) });
  const named = new Set(ours.map(({ field }) => field));
  refuseSchema([...ours, ...others.filter(({ field }) => field === undefined || !named.has(field))]);
  // Every member has been looked at.
  return given as unknown as FormSchema;
}

const isShownElsewhere = (field: unknown): boolean =>
  isObject(field) && (field.type === "secret" || field.type === "file");

function findOwnProblem(name: string, field: JsonObject): string | undefined {
  if (!isShownElsewhere(field)) return undefined;
  return (
    findNameProblem(name) ?? (field.type === "secret" ? findSecretProblem(field) : findFileProblem(field))
  );
}

function findSecretProblem(field: JsonObject): string | undefined {
  if (field.multiline !== undefined && typeof field.multiline !== "boolean")
    return "has a multiline that is neither true nor false";
  return findKeywordProblem(field, ["type", "title", "description", "multiline"]);
}

function findFileProblem(field: JsonObject): string | undefined {
  const unknown = findKeywordProblem(field, [
    "type",
    "title",
    "description",
    "accept",
    "maxBytes",
    "maxFiles",
  ]);
  if (unknown !== undefined) return unknown;
  for (const bound of ["maxBytes", "maxFiles"]) {
    if (!(Number.isSafeInteger(field[bound]) && Number(field[bound]) > 0))
      return `has ${bound} ${String(field[bound])}, which is not a whole number from 1 on`;
  }
  const { accept } = field;
  if (accept !== undefined && !(Array.isArray(accept) && accept.every((one) => typeof one === "string")))
    return "has an accept that is no list of endings and media types";
  return undefined;
}

function findKeywordProblem(field: JsonObject, known: readonly string[]): string | undefined {
  for (const keyword of Object.keys(field)) {
    if (!known.includes(keyword)) return `has ${keyword}, which a field of this kind does not have`;
  }
  for (const text of ["title", "description"]) {
    if (field[text] !== undefined && typeof field[text] !== "string") return `has a ${text} that is no text`;
  }
  return undefined;
}
