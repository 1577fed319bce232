// Says a form in the shapes that a revision knows.

import type {
  ChoicesFieldSchema,
  FieldSchema,
  FormSchema,
  PlainFieldSchema,
} from "../../core/elicitation/form-schema.js";
import type { Revision } from "../revisions.js";

/**
 * The form for a revision; `undefined` where it has no words for it. 2025-06-18 gets titles of options as `enumNames`,
 * and no default but that of a boolean: the server fills the others in.
 */
export function formTo(schema: FormSchema, revision: Revision): FormSchema | undefined {
  switch (revision.elicitation) {
    case "none":
      return undefined;
    case "form":
      return toFirstShapes(schema);
    case "form-and-url":
      return isPlain(schema) ? schema : undefined;
  }
}

function toFirstShapes({ properties, required }: FormSchema): FormSchema | undefined {
  const fields: [string, FieldSchema][] = [];
  for (const [name, field] of Object.entries(properties)) {
    if (field.type === "array" || field.type === "secret" || field.type === "file") return undefined;
    fields.push([name, toFirstShape(field)]);
  }
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    ...(required && { required }),
  };
}

function toFirstShape(field: Exclude<PlainFieldSchema, ChoicesFieldSchema>): FieldSchema {
  if (field.type === "boolean") return field;
  const { default: _, ...known } = field;
  if (!("oneOf" in known) || known.oneOf === undefined) return known;
  const { oneOf, ...beside } = known;
  return { ...beside, enum: oneOf.map((option) => option.const), enumNames: oneOf.map(({ title }) => title) };
}

/** True when no field is of a kind that only Beckon's own views have. */
const isPlain = ({ properties }: FormSchema): boolean =>
  !Object.values(properties).some(({ type }) => type === "secret" || type === "file");
