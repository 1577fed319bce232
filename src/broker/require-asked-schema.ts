// Passes what a broker can ask with: the form schemas of MCP, and fields for secrets and files besides.

import { refuseField, requireFieldName } from "../core/elicitation/field-name.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import { requireFormSchema } from "../core/elicitation/require-form-schema.js";
import { isObject, type JsonObject } from "../core/json.js";

/** The schema as it was given. Throws what is wrong with it, naming the field where it is one. */
export function requireAskedSchema(given: unknown): FormSchema {
  if (!isObject(given) || !isObject(given.properties)) return requireFormSchema(given);
  const entries = Object.entries(given.properties);
  for (const [name, field] of entries) {
    if (!isObject(field)) continue;
    if (field.type === "secret" || field.type === "file") requireFieldName(name);
    if (field.type === "secret") requireSecretField(name, field);
    if (field.type === "file") requireFileField(name, field);
  }
  // In the place of what no MCP form has stands a field that every form can have.
  const plain = entries.map(([name, field]) => [name, isShownElsewhere(field) ? { type: "string" } : field]);
  requireFormSchema({ ...given, properties: Object.fromEntries(plain) });
  // Every member has been looked at.
  return given as unknown as FormSchema;
}

const isShownElsewhere = (field: unknown): boolean =>
  isObject(field) && (field.type === "secret" || field.type === "file");

function requireSecretField(name: string, field: JsonObject): void {
  requireKeywords(name, field, ["type", "title", "description", "multiline"]);
  if (field.multiline !== undefined && typeof field.multiline !== "boolean")
    refuseField(name, "has a multiline that is neither true nor false");
}

function requireFileField(name: string, field: JsonObject): void {
  requireKeywords(name, field, ["type", "title", "description", "accept", "maxBytes", "maxFiles"]);
  for (const bound of ["maxBytes", "maxFiles"]) {
    if (!(Number.isSafeInteger(field[bound]) && Number(field[bound]) > 0))
      refuseField(name, `has ${bound} ${String(field[bound])}, which is not a whole number from 1 on`);
  }
  const { accept } = field;
  if (accept !== undefined && !(Array.isArray(accept) && accept.every((one) => typeof one === "string")))
    refuseField(name, "has an accept that is no list of endings and media types");
}

function requireKeywords(name: string, field: JsonObject, known: readonly string[]): void {
  for (const keyword of Object.keys(field)) {
    if (!known.includes(keyword))
      refuseField(name, `has ${keyword}, which a field of this kind does not have`);
  }
  for (const text of ["title", "description"]) {
    if (field[text] !== undefined && typeof field[text] !== "string")
      refuseField(name, `has a ${text} that is no text`);
  }
}
