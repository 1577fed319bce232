// Writes the parameters of `elicitation/create` for each revision.

import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { Revision } from "../revisions.js";
import { formTo } from "./form-to.js";

/** A form on the wire. 2025-06-18 knows no modes. */
export type FormParams = {
  readonly mode?: "form";
  readonly message: string;
  readonly requestedSchema: FormSchema;
};

/** A page on the wire. The modern era knows no ids. */
export type UrlParams = {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  readonly elicitationId?: string;
};

/** Asks with a form; `undefined` when the revision cannot carry it. */
export function formParams(message: string, schema: FormSchema, revision: Revision): FormParams | undefined {
  const requestedSchema = formTo(schema, revision);
  if (requestedSchema === undefined) return undefined;
  return revision.elicitation === "form"
    ? { message, requestedSchema }
    : { mode: "form", message, requestedSchema };
}

/** Sends to a page; `undefined` when the revision cannot carry it. */
export function urlParams(
  message: string,
  url: string,
  id: string,
  revision: Revision,
): UrlParams | undefined {
  if (revision.elicitation !== "form-and-url") return undefined;
  return revision.era === "legacy"
    ? { mode: "url", message, url, elicitationId: id }
    : { mode: "url", message, url };
}
