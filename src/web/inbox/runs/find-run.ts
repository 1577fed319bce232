// Finds a run, with everything that it asked.

import { ApiError } from "../../api/api-error.js";
import type { RunResource } from "../../api/resources.js";
import type { InboxVisit } from "../visit.js";

/** The run; `undefined` where there is none that the visitor may see. */
export async function findRun({ client }: InboxVisit, runId: string): Promise<RunResource | undefined> {
  try {
    return await client.runs.get(runId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
