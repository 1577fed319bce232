// What the HTTP API sends, as its clients see it. Instants are milliseconds since the epoch.

import type { Mute } from "../../broker/mute.js";
import type { FormContent } from "../../core/elicitation/answer.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { ElicitationMode, ElicitationStatus } from "../../core/engine/elicitations.js";

/** On whose behalf a person is asked. */
export interface AskerResource {
  readonly server: string;
  /** Where the server is, as it is configured. */
  readonly origin?: string;
  readonly method: string;
  /** The tool, prompt or uri that the method is about. */
  readonly target?: string;
  /** The tool's arguments, redacted and cut. */
  readonly arguments?: { readonly [name: string]: unknown };
  /** How the client describes itself; the name of the token for what was asked through the API. */
  readonly client?: string;
  readonly runId: string;
}

/** An elicitation. Its answer is not in it. */
export interface ElicitationResource {
  readonly id: string;
  readonly mode: ElicitationMode;
  readonly status: ElicitationStatus;
  readonly message: string;
  /** What must be filled in; with none it is an approval. */
  readonly schema?: FormSchema;
  /** Where to go, in the mode `url`. */
  readonly url?: string;
  /** Who may answer; absent for anybody who may answer at all. */
  readonly audience?: string;
  readonly asker: AskerResource;
  readonly tags: readonly string[];
  /** Elicitations of one round have the same. */
  readonly group?: string;
  /** How often the same run has asked exactly this before. */
  readonly repeats?: number;
  readonly createdAt: number;
  readonly expiresAt?: number;
  /** Grows with every change. */
  readonly version: number;
  /** Who is at it just now, how they are called where that is known, and until when. */
  readonly claim?: { readonly by: string; readonly name?: string; readonly until: number };
  readonly settled?: SettledResource;
  /** True when its server is muted: it is kept, and neither shown nor announced. */
  readonly muted?: boolean;
  /** True when the caller has put it aside: it stays open, and nobody else sees it elsewhere. */
  readonly aside?: boolean;
}

/** How an elicitation ended. */
export interface SettledResource {
  readonly at: number;
  /** The id of whoever did. */
  readonly by?: string;
  /** How they are called, where that is known. */
  readonly name?: string;
  /** From which view or policy. */
  readonly from?: string;
  readonly reason?: string;
}

/** A page of elicitations, in order of creation. */
export interface ElicitationPage {
  readonly elicitations: readonly ElicitationResource[];
  /** For the next page; absent on the last. */
  readonly cursor?: string;
  /** What the server's clock says. */
  readonly now: number;
  /** Watch from here on. */
  readonly feed: number;
  /** Names the feed, which is another one after a server that keeps nothing has begun anew: watch with it, too. */
  readonly feedId: string;
  /** Stands for what is muted, and what the caller has put aside: watch with it to hear of changes. */
  readonly view: string;
}

/** One change of an elicitation. */
export interface ChangeResource {
  readonly number: number;
  readonly at: number;
  readonly status: ElicitationStatus;
  readonly version: number;
  readonly id: string;
  /** As it is now; absent when it is forgotten. */
  readonly elicitation?: ElicitationResource;
}

/** What came of an elicitation. In the place of a secret stands `[secret]`. */
export type AnswerResource =
  | { readonly action: "accept"; readonly content: FormContent; readonly by?: string }
  | { readonly action: "decline"; readonly reason?: string }
  | { readonly action: "cancel"; readonly reason: string }
  | { readonly action: "timeout" };

/** One elicitation that is over. */
export interface HistoryEntry {
  readonly elicitation: ElicitationResource;
  /** From asking to settling. */
  readonly latencyMs: number;
  /** What was answered, with `[secret]` in the place of secrets. */
  readonly content?: FormContent;
}

/** A page of history, the newest first. It may have fewer entries than were asked for, and still a cursor. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly cursor?: string;
  readonly now: number;
}

/** A server whose questions are kept, and neither shown nor announced. */
export interface MuteResource extends Mute {
  /** How whoever muted it is called, where that is known. */
  readonly name?: string;
}

/** One execution that asked, with what it asked in each round. */
export interface RunResource {
  readonly runId: string;
  readonly asker: AskerResource;
  readonly startedAt: number;
  /** When something was last asked or settled. */
  readonly lastAt: number;
  /** How many of its elicitations are open. */
  readonly open: number;
  readonly rounds: readonly (readonly ElicitationResource[])[];
}
