// Says a form in the shapes that a revision knows.

import type { FieldSchema, FormSchema } from "../../core/elicitation/form-schema.js";
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
      return schema;
  }
}

function toFirstShapes({ properties, required }: FormSchema): FormSchema | undefined {
  const fields = Object.entries(properties);
  if (fields.some(([, field]) => field.type === "array")) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, toFirstShape(field)])),
    ...(required && { required }),
  };
}

function toFirstShape(field: FieldSchema): FieldSchema {
  if (field.type === "boolean") return field;
  const { default: _, ...known } = field;
  if (!("oneOf" in known) || known.oneOf === undefined) return known;
  const { oneOf, ...beside } = known;
  return { ...beside, enum: oneOf.map((option) => option.const), enumNames: oneOf.map(({ title }) => title) };
}
