// What a broker is: it keeps elicitations until they are settled, whoever asks and whoever answers.

import type { Answer, FileReference, FormContent } from "../core/elicitation/answer.js";
import type { Asker } from "../core/elicitation/elicitation.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import type { Responder } from "../core/elicitation/responder.js";
import type { ElicitationMode, ElicitationStatus } from "../core/engine/elicitations.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import type { Acting, Claiming } from "./acting.js";
import type { BrokerAsides } from "./aside.js";
import type { BrokerDrafts } from "./draft.js";
import type { BrokerMutes } from "./mute.js";
import type { NewElicitation } from "./new-elicitation.js";
import type { Template, TemplateUse } from "./template.js";
import type { BrokerTranscripts, SessionResult } from "./transcript.js";

export type { Acting, Claiming } from "./acting.js";
export type { NewElicitation } from "./new-elicitation.js";

/** An elicitation as the broker keeps it. Its answer is not in it: see {@link Broker.getAnswer}. */
export interface KeptElicitation {
  readonly id: string;
  readonly mode: ElicitationMode;
  readonly status: ElicitationStatus;
  readonly message: string;
  readonly schema: FormSchema | undefined;
  readonly url: string | undefined;
  readonly audience: string | undefined;
  readonly asker: Asker;
  readonly tags: readonly string[];
  readonly group: string | undefined;
  /** How often the same run has asked exactly this before; absent for never. */
  readonly repeats: number | undefined;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly version: number;
  /** Who has it open just now, and until when; absent when nobody does. */
  readonly claim: { readonly by: string; readonly until: number } | undefined;
  /** How it ended; absent while it is open. */
  readonly settled: Settled | undefined;
}

/** Who ended an elicitation, when and how. */
export interface Settled {
  readonly at: number;
  /** Who answered, where that is known. */
  readonly by: string | undefined;
  /** Where it was answered: `page`, `inbox`, `terminal`, `api`, `policy NAME`. */
  readonly from: string | undefined;
  /** Why it was declined, cancelled or withdrawn; of a session that its asker has ended, the last words. */
  readonly reason: string | undefined;
  /** The fields whose values were given and are deleted by now; absent when there are none. */
  readonly deleted?: readonly string[];
}

/** What a person can say. */
export type Settling =
  | { readonly action: "accept"; readonly content?: unknown }
  | { readonly action: "decline"; readonly reason?: string }
  | { readonly action: "cancel"; readonly reason?: string };

/** What came of asking for a new elicitation. */
export type Creation =
  | { readonly ok: true; readonly elicitation: KeptElicitation; readonly created: boolean }
  | { readonly ok: false; readonly reason: "limited"; readonly retryAfterMs: number };

/** What came of an attempt to change an elicitation. `settled` says who was first; `again` that it was this very act. */
export type Change =
  | { readonly ok: true; readonly elicitation: KeptElicitation; readonly again: boolean }
  | { readonly ok: false; readonly reason: "unknown" }
  /** Somebody else is asked: see `audience`. */
  | { readonly ok: false; readonly reason: "not-asked" }
  | { readonly ok: false; readonly reason: "settled"; readonly elicitation: KeptElicitation }
  | { readonly ok: false; readonly reason: "invalid"; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly reason: "too-large"; readonly maxBytes: number };

/** One entry of the change feed. */
export interface BrokerEvent {
  /** To go on after; counts upward, with gaps. */
  readonly number: number;
  readonly at: number;
  readonly status: ElicitationStatus;
  /** The elicitation's version at that event. */
  readonly version: number;
  /** The elicitation as it is now; `undefined` when it is forgotten. */
  readonly elicitation: KeptElicitation | undefined;
  readonly id: string;
}

/** What of it must be looked at more closely. */
export interface CreateOptions {
  /** True for what comes from elsewhere, through an API: its url is judged by `judgeUrl` before anything is kept. */
  readonly guarded?: boolean;
}

/** A hold of an asker on what it asked. The broker renews it for as long as the process lives. */
export interface Lease {
  /** For {@link NewElicitation.lease}. */
  readonly id: string;
  /** Withdraws everything that hangs on it, a batch at a time; resolves to how many there were. */
  release(reason: string): Promise<number>;
}

/** A file that is about to be kept. */
export interface NewFile {
  /** As the person's file is called; folders are cut off. */
  readonly name: string;
  /** The media type that the browser gave. */
  readonly type: string;
  /** How large it may be, in bytes. */
  readonly maxBytes: number;
  /** Breaks the upload off: what came so far is deleted. */
  readonly signal?: AbortSignal;
}

/** What came of keeping a file. */
export type FileWriting =
  | { readonly ok: true; readonly file: FileReference }
  | { readonly ok: false; readonly reason: "unknown" | "settled" }
  | { readonly ok: false; readonly reason: "too-large"; readonly maxBytes: number }
  | { readonly ok: false; readonly reason: "too-many"; readonly maxFiles: number }
  /** The files of all elicitations together take all the room there is. */
  | { readonly ok: false; readonly reason: "full"; readonly maxTotalBytes: number }
  /** The files of all elicitations that are asked for this principal take all the room that one may have. */
  | { readonly ok: false; readonly reason: "full-for-principal"; readonly maxBytesPerPrincipal: number };

/** The files that come with answers. They are deleted with their elicitation. */
export interface BrokerFiles {
  /** Keeps a file of an open elicitation, piece by piece as it comes. Rejects when the stream fails or is broken off. */
  write(elicitationId: string, file: NewFile, stream: AsyncIterable<Uint8Array>): Promise<FileWriting>;
  /** What is in a file; `undefined` when it is gone. */
  open(file: FileReference): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Deletes a file that goes with no answer. Harmless when it is gone. */
  remove(file: Pick<FileReference, "id">): Promise<void>;
}

export interface Broker {
  /** True when its engine is shared with other processes or outlives this one: what is signed for it needs keys that do, too. */
  readonly leavesProcess: boolean;
  create(elicitation: NewElicitation, options?: CreateOptions): MaybePromise<Creation>;
  /** Declares a template. Names are unique. */
  defineTemplate<Variables>(name: string, template: Template<Variables>): void;
  /** Creates an elicitation of a template: variables are checked, and its url is judged. */
  createFrom(name: string, variables: unknown, use: TemplateUse): MaybePromise<Creation>;
  /** A hold for what an asker asks: when it lapses or is let go, what hangs on it is withdrawn. */
  lease(): MaybePromise<Lease>;
  readonly files: BrokerFiles;
  readonly drafts: BrokerDrafts;
  readonly mutes: BrokerMutes;
  readonly asides: BrokerAsides;
  readonly transcripts: BrokerTranscripts & SessionEnds;
  get(id: string): MaybePromise<KeptElicitation | undefined>;
  list(filter?: ListFilter, page?: ListPage): MaybePromise<ElicitationList>;
  /** Marks an open elicitation as being looked at; renewing while somebody types may move its deadline. */
  claim(id: string, acting: Claiming): MaybePromise<Change>;
  /**
   * Gives the final answer. The first wins; doing so again with the same `key` is harmless. Where there is an audience,
   * `by` must be it, or be in it by `groups` and not be the one for whom it is asked: others are refused as `not-asked`.
   */
  settle(id: string, answer: Settling, acting?: Acting & { readonly key?: string }): MaybePromise<Change>;
  /** Takes an open elicitation back. */
  withdraw(id: string, reason: string, acting?: Acting): MaybePromise<Change>;
  /** What came of it; `undefined` while it is open or when it is unknown. */
  getAnswer(id: string): MaybePromise<Answer<FormContent> | undefined>;
  /**
   * Deletes the secrets of a settled answer, and the values of further fields that are as sensitive. Harmless when there
   * are none. Nothing else of what is settled ever changes; the feed tells it as one more event with the same status and
   * the next version.
   */
  redact(id: string, fields?: readonly string[]): MaybePromise<void>;
  /** Waits for the answer; `undefined` when there is no such elicitation. Rejects when the signal aborts, the broker closes, or no key opens it. */
  wait(id: string, options?: { readonly signal?: AbortSignal }): Promise<Answer<FormContent> | undefined>;
  /**
   * Every change after `after` (from now on, if absent), until the signal aborts or the broker closes. Throws
   * `events-lost` when the feed no longer holds what came after that point: list again, and watch from now on.
   */
  watch(options?: { readonly after?: number; readonly signal?: AbortSignal }): AsyncIterable<BrokerEvent>;
  /** The number of the last event: nothing that happens from now on is missed by whoever watches after it. */
  feedPosition(): Promise<number>;
  /** Names the feed: what was kept of another one, before an engine in memory began anew, says nothing in this one. */
  feedId(): Promise<string>;
  /** This broker as a responder. */
  responder(options?: BrokerResponderOptions): Responder;
  /**
   * Lets go of every lease and stops; the engine stays open. What asks, answers or waits is refused from then on, what
   * reads and deletes is not. Closing twice is harmless.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Which elicitations a list shows. */
/** How the asker ends a session. */
export interface SessionEnds {
  /**
   * Ends a session with its result, which is checked like any answer. It counts as given by the person whose answer to
   * a form was the last that the asker took; without any there is nothing to accept, and `withdraw` ends it.
   */
  end(id: string, result: SessionResult): Promise<Change>;
}

export interface ListFilter {
  readonly status?: readonly ElicitationStatus[];
  readonly audience?: string;
  readonly asker?: string;
  /** The `runId` of its asker. */
  readonly run?: string;
  readonly tag?: string;
}

export interface ListPage {
  /** From the page before. */
  readonly cursor?: string;
  /** @default 100 */
  readonly limit?: number;
  /** Which end comes first. @default "oldest" */
  readonly order?: "oldest" | "newest";
}

export interface ElicitationList {
  readonly elicitations: readonly KeptElicitation[];
  /** For the next page; absent on the last. */
  readonly cursor: string | undefined;
}

export interface BrokerResponderOptions {
  /** Who may answer what names nobody itself. @default whom the call is made for */
  readonly audience?: string;
  readonly tags?: readonly string[];
  /** True to keep elicitations when their asker goes away, until they are settled or expire, or its `until` is over. */
  readonly kept?: boolean;
}
