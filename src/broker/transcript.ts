// What a terminal session is: lines and forms of the asker, and what the person says to the forms.

import type { FormContent } from "../core/elicitation/answer.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import type { Unsubscribe } from "../core/engine/bus.js";
import type { Problem } from "../core/problem.js";
import type { Acting } from "./acting.js";

/** One entry of a terminal session: a line or a form of the asker, or what the person said to a form. */
export interface TranscriptEntry {
  /** Counts from 1. */
  readonly entry: number;
  readonly at: number;
  readonly line?: string;
  readonly form?: { readonly message: string; readonly schema: FormSchema };
  readonly answer?: {
    /** The entry of the form. */
    readonly entry: number;
    readonly action: "accept" | "decline" | "cancel";
    readonly content?: FormContent;
    readonly by?: string;
  };
}

/** Something to add to a session. */
export type NewEntry =
  | { readonly line: string }
  | { readonly form: { readonly message: string; readonly schema: FormSchema } }
  | {
      readonly answer: {
        readonly entry: number;
        readonly action: "accept" | "decline" | "cancel";
        readonly content?: unknown;
      };
    };

/** What came of adding to a session. `taken`: the form has an answer already; `full`: nothing more fits. */
export type TranscriptWriting =
  | { readonly ok: true; readonly entry: number }
  | { readonly ok: false; readonly reason: "unknown" | "settled" | "not-asked" | "taken" | "full" }
  | { readonly ok: false; readonly reason: "invalid"; readonly problems: readonly Problem[] };

/** How an asker ends a session. */
export interface SessionResult {
  /** What came of it, as the schema of the elicitation asks for it. */
  readonly content?: unknown;
  /** The last words, which the person reads. */
  readonly line?: string;
}

/** The sessions of elicitations in the mode `terminal`: kept, so that another terminal can go on with them. */
export interface BrokerTranscripts {
  /** What was said after an entry, and whether it is over; `undefined` when it is no session. */
  read(
    id: string,
    after?: number,
  ): Promise<{ readonly entries: readonly TranscriptEntry[]; readonly ended: boolean } | undefined>;
  append(id: string, acting: Acting, entry: NewEntry): Promise<TranscriptWriting>;
  /** Calls back when something may have been said: a hint, as the bus gives it. */
  listen(id: string, wake: () => void): Promise<Unsubscribe>;
}
