// Specs that come through the API: asked like those of the tool `elicit`, as far as an elicitation itself can say it.

import { parseSpec } from "../../agent/parse-spec.js";
import type { ElicitSpec } from "../../agent/spec.js";
import { specToForm } from "../../agent/spec-to-form.js";
import { sensitiveNames } from "../../agent/with-handles.js";
import { BeckonError } from "../../core/errors.js";
import type { SpecElicitation } from "../../web/api/api-options.js";

/** What a spec asks. Throws `invalid-arguments` for what is none, or could not be kept as it says. */
export const fromSpec = (given: unknown): SpecElicitation => toElicitation(parseSpec(given));

/** What is asked with a spec that was read. Throws `invalid-arguments` for what could not be kept as it says. */
export function toElicitation(spec: ElicitSpec): SpecElicitation {
  const form = specToForm(spec);
  for (const field of sensitiveNames(spec).keys())
    if (form.schema.properties[field]?.type !== "secret") refuseSensitive(field);
  const timeoutMs = spec.timeoutSeconds === undefined ? {} : { timeoutMs: spec.timeoutSeconds * 1000 };
  return { ...form, ...timeoutMs };
}

function refuseSensitive(field: string): never {
  const message = `is only for texts without a default here; leave it out of ${field}, or use type secret`;
  throw new BeckonError("invalid-arguments", `The spec cannot be asked. sensitive: ${message}.`, {
    problems: [{ path: "sensitive", message }],
  });
}
