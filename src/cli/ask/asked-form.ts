// A script's question, as it is shown in a terminal or held against answers that were written down.

import { randomUUID } from "node:crypto";
import type { ElicitSpec } from "../../agent/spec.js";
import { specToForm } from "../../agent/spec-to-form.js";
import type { FormElicitation } from "../../core/elicitation/elicitation.js";

/** The elicitation of a script that calls itself `from`. */
export function askedForm(spec: ElicitSpec, from: string): FormElicitation {
  const id = randomUUID();
  return {
    mode: "form",
    id,
    key: id,
    ...specToForm(spec),
    audience: undefined,
    expiresAt: spec.timeoutSeconds === undefined ? undefined : Date.now() + spec.timeoutSeconds * 1000,
    asker: {
      server: from,
      method: "ask",
      target: undefined,
      client: undefined,
      principalId: undefined,
      runId: id,
    },
  };
}
