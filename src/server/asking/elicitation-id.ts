// The id of an elicitation: the same whenever the same run asks the same thing, and another when it says something else.

import { idFrom } from "../../replay/identifiers.js";

/** Asked again after an invalid answer, it is another one. */
export const elicitationId = (runId: string, key: string, digest: string, attempt: number): string =>
  idFrom(runId, key, digest, String(attempt));
