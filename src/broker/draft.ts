// What a draft is: what somebody has typed so far.

import type { FormContent } from "../core/elicitation/answer.js";
import type { Problem } from "../core/problem.js";
import type { Acting } from "./acting.js";

/** What came of keeping a draft. */
export type DraftWriting =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "unknown" | "settled" | "not-asked" }
  | { readonly ok: false; readonly reason: "invalid"; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly reason: "too-large"; readonly maxBytes: number };

/** What people have typed so far: one draft of each person, until the elicitation is settled. Secrets are kept in none. */
export interface BrokerDrafts {
  /** What somebody has typed so far; `undefined` when there is nothing, or it is over. */
  get(id: string, by: string): Promise<FormContent | undefined>;
  put(id: string, acting: Acting & { readonly by: string }, content: unknown): Promise<DraftWriting>;
  remove(id: string, by: string): Promise<void>;
}
