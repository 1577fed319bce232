// Puts files that can be read in the place of what an answer says of them.

import type { FileReference } from "../../core/elicitation/answer.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { fieldsOfKind } from "../../core/elicitation/own-fields.js";
import { type OpenFile, toUploadedFile } from "../../core/elicitation/uploaded-file.js";

/** The content with uploaded files: one where one was asked for, a list where it may be several. */
export function withFiles<Content>(schema: FormSchema, content: Content, open: OpenFile): Content {
  const names = fieldsOfKind(schema, "file");
  if (names.length === 0) return content;
  // The content of a form is an object of values by field, and was checked: these are lists of references.
  const given = content as Readonly<Record<string, readonly FileReference[] | undefined>>;
  const files = names.flatMap((name) => {
    const references = given[name];
    if (references === undefined) return [];
    const [first, ...others] = references.map((reference) => toUploadedFile(reference, open));
    const field = schema.properties[name];
    return [[name, field?.type === "file" && field.maxFiles > 1 ? [first, ...others] : first] as const];
  });
  // As the form's fields have it.
  return { ...content, ...Object.fromEntries(files) };
}
