// What may be written down of a question and of its answer.

import type { FormContent, FormValue } from "../core/elicitation/answer.js";
import { looksLikeCredential } from "../core/elicitation/credential-name.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import type { FieldSchema, FormSchema } from "../core/elicitation/form-schema.js";

/** Stands where a secret was. */
const REDACTED = "[redacted]";

/** The content without secrets: fields that are secret, and those that look like a credential. */
export function redactContent(
  schema: FormSchema,
  content: FormContent,
): { readonly [field: string]: unknown } {
  const entries = Object.entries(content).map(([name, value]): [string, FormValue] => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    // What was not asked for is nothing that is known to be harmless.
    return [name, field === undefined || isSecret(name, field) ? REDACTED : value];
  });
  return Object.fromEntries(entries);
}

/** The url without what may be a token: user, query and fragment. */
function redactUrl(url: string): string {
  if (!URL.canParse(url)) return REDACTED;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** What is asked for: the names of the fields, or the page. */
export const subjectOf = (
  elicitation: Elicitation,
): { readonly fields: readonly string[] } | { readonly url: string } =>
  elicitation.mode === "form"
    ? { fields: Object.keys(elicitation.schema.properties) }
    : { url: redactUrl(elicitation.url) };

const isSecret = (name: string, field: FieldSchema): boolean =>
  field.type === "secret" ||
  looksLikeCredential(name) ||
  (field.title !== undefined && looksLikeCredential(field.title));
