// What a draft is: what somebody has typed so far.

import type { FormContent } from "../core/elicitation/answer.js";
import type { Problem } from "../core/problem.js";
import type { Acting } from "./acting.js";

/** Who keeps a draft. */
export interface Drafting extends Acting {
  readonly by: string;
  /** Whose draft it is, where that is told more exactly than who may answer. @default `by` */
  readonly owner?: string;
  /** The form of a session that it is for, by its entry. @default the elicitation's own */
  readonly entry?: number | undefined;
}

/** What came of keeping a draft. */
export type DraftWriting =
  | { readonly ok: true }
  /** `taken`: the form of the session has an answer already. */
  | { readonly ok: false; readonly reason: "unknown" | "settled" | "not-asked" | "taken" }
  | { readonly ok: false; readonly reason: "invalid"; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly reason: "too-large"; readonly maxBytes: number };

/**
 * What people have typed so far: one draft of each person for each form, until it is answered or the elicitation settled.
 * A session has several forms, which are named by their `entry`. Secrets are kept in none.
 */
export interface BrokerDrafts {
  /** What somebody has typed so far; `undefined` when there is nothing, or it is over. */
  get(id: string, owner: string, entry?: number): Promise<FormContent | undefined>;
  put(id: string, drafting: Drafting, content: unknown): Promise<DraftWriting>;
  remove(id: string, owner: string, entry?: number): Promise<void>;
}
