// What a draft is: what somebody has typed so far.

import type { FormContent } from "../core/elicitation/answer.js";
import type { Problem } from "../core/problem.js";
import type { Acting } from "./acting.js";

/** Who keeps a draft. */
export interface Drafting extends Acting {
  readonly by: string;
  /** Whose draft it is, where that is told more exactly than who may answer. @default `by` */
  readonly owner?: string;
}

/** What came of keeping a draft. */
export type DraftWriting =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "unknown" | "settled" | "not-asked" }
  | { readonly ok: false; readonly reason: "invalid"; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly reason: "too-large"; readonly maxBytes: number };

/** What people have typed so far: one draft of each person, until the elicitation is settled. Secrets are kept in none. */
export interface BrokerDrafts {
  /** What somebody has typed so far; `undefined` when there is nothing, or it is over. */
  get(id: string, owner: string): Promise<FormContent | undefined>;
  put(id: string, drafting: Drafting, content: unknown): Promise<DraftWriting>;
  remove(id: string, owner: string): Promise<void>;
}
