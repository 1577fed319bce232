// Which fields a draft may hold: the one place that whoever keeps drafts, pages and terminals decide by.

import { looksLikeCredential } from "./credential-name.js";
import { isConcealed, kindOf } from "./field-kind.js";
import type { FieldSchema } from "./form-schema.js";

/** False for secrets, for files, and for everything that is called like a secret, whatever its kind. */
export function isKeptInDraft({
  name,
  field,
}: {
  readonly name: string;
  readonly field: FieldSchema;
}): boolean {
  const known = kindOf({ name, field });
  if (known === undefined || isConcealed(known.kind)) return false;
  return !looksLikeCredential(name) && !looksLikeCredential(field.title ?? "");
}
