// Does what error -32042 asks for: shows the pages, waits until they are done with, and sends the request again.

import { isObject, type JsonObject } from "../core/json.js";
import { URL_ELICITATION_REQUIRED } from "../protocol/error-codes.js";
import type { Call } from "./calls.js";
import type { Questions } from "./questions.js";

/** How often pages are shown for one request. */
const MOST_ATTEMPTS = 3;

/** What the pages of one request are taken to. */
export interface RequiredPagesOptions {
  readonly questions: Questions;
  readonly call: Call;
  readonly signal: AbortSignal;
  /** How long a page is waited for that the person went to. */
  readonly completeWaitMs: number;
}

/** Sends, and sends again after the pages. Rejects with the server's own error when the person does not go there. */
export async function withRequiredPages(
  send: () => Promise<unknown>,
  { questions, call, signal, completeWaitMs }: RequiredPagesOptions,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const pages = readRequiredPages(error);
      if (pages === undefined || attempt > MOST_ATTEMPTS || signal.aborted) throw error;
      const group = `${call.runId} ${attempt}`;
      const ask = (page: JsonObject) =>
        // An old server may leave the mode out: a page is all that can be required.
        questions.ask({ ...page, mode: "url" }, { call, key: undefined, group, signal });
      // A page may be done with before the person's consent is told.
      for (const id of idsOf(pages)) questions.completions.expect(id);
      const results = await Promise.all(pages.map(ask));
      if (results.some(({ action }) => action !== "accept")) throw error;
      await Promise.all(idsOf(pages).map((id) => questions.completions.wait(id, completeWaitMs, signal)));
    }
  }
}

const idsOf = (pages: readonly JsonObject[]): readonly string[] =>
  pages.map(({ elicitationId }) => elicitationId).filter((id) => typeof id === "string");

/** The pages that an error requires; `undefined` for every other error. */
function readRequiredPages(error: unknown): readonly JsonObject[] | undefined {
  // Both generations keep code and data as they came.
  if (!(error instanceof Error) || !("code" in error) || error.code !== URL_ELICITATION_REQUIRED)
    return undefined;
  const data = "data" in error ? error.data : undefined;
  const pages = isObject(data) ? data.elicitations : undefined;
  return Array.isArray(pages) && pages.length > 0 && pages.every(isObject) ? pages : undefined;
}
