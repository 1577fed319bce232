// Finds the field of a form that asks for a credential.

import { looksLikeCredential } from "./credential-name.js";
import type { FormSchema } from "./form-schema.js";
import { isChoice } from "./options-of.js";

/** The first field that looks like a credential; those named in `harmless` hold none. */
export const findCredential = (
  { properties }: FormSchema,
  harmless: ReadonlySet<string>,
): string | undefined =>
  Object.keys(properties).find((name) => {
    const field = properties[name];
    if (field?.type !== "string" || isChoice(field) || harmless.has(name)) return false;
    return looksLikeCredential(name) || (field.title !== undefined && looksLikeCredential(field.title));
  });
