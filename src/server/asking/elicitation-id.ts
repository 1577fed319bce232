// The id of an elicitation: the same whenever the same run asks the same thing.

import { idFrom } from "../../replay/identifiers.js";

/** Asked again after an invalid answer, it is another one. */
export const elicitationId = (runId: string, key: string, attempt: number): string =>
  attempt === 0 ? idFrom(runId, key) : idFrom(runId, key, String(attempt));
