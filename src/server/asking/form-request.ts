// The request that shows a form. Servers ask the same few over and over, so the text of the last is kept with each form.

import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { isFrozenDeeply } from "../../core/freeze.js";
import { formParams } from "../../protocol/elicitation/elicit-params.js";
import type { Revision } from "../../protocol/revisions.js";
import type { ClientRequest } from "./asked.js";
import { ELICIT } from "./asked-question.js";

interface KnownRequest {
  readonly message: string;
  readonly request: ClientRequest | undefined;
}

const known = new WeakMap<Revision, WeakMap<FormSchema, KnownRequest>>();

/** Asks with a form; `undefined` when the revision cannot carry it. */
export function formRequest(
  message: string,
  schema: FormSchema,
  revision: Revision,
): ClientRequest | undefined {
  const requests = requestsOf(revision);
  const last = requests.get(schema);
  if (last?.message === message) return last.request;
  const params = formParams(message, schema, revision);
  const request = params && { method: ELICIT, paramsJson: JSON.stringify(params) };
  if (last !== undefined || isFrozenDeeply(schema)) requests.set(schema, { message, request });
  return request;
}

function requestsOf(revision: Revision): WeakMap<FormSchema, KnownRequest> {
  const found = known.get(revision);
  if (found !== undefined) return found;
  const made = new WeakMap<FormSchema, KnownRequest>();
  known.set(revision, made);
  return made;
}
