// The API as a program uses it, over HTTP or in the same process.

import type { TranscriptEntry } from "../../broker/transcript.js";
import type { FileReference, FormContent } from "../../core/elicitation/answer.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { ElicitationMode, ElicitationStatus } from "../../core/engine/elicitations.js";
import type {
  AnswerResource,
  ChangeResource,
  ElicitationPage,
  ElicitationResource,
  HistoryPage,
  MuteResource,
  RunResource,
} from "./resources.js";

/** Something to be asked. */
export interface NewElicitationInput {
  readonly message?: string;
  /** What must be filled in; with none it is an approval. */
  readonly schema?: FormSchema;
  /** @default "inline" */
  readonly mode?: ElicitationMode;
  /** Where to go, in the mode `url`. */
  readonly url?: string;
  /** Who may answer. @default anybody who may answer at all */
  readonly audience?: string;
  readonly tags?: readonly string[];
  /** After how long it expires, in milliseconds. @default never */
  readonly timeoutMs?: number;
  /** Creating again with the same key gives the first one. */
  readonly key?: string;
  readonly group?: string;
  /** The spec of an agent, in place of `message` and `schema`. */
  readonly spec?: unknown;
  /** The name of a template, in place of `message` and `schema`. */
  readonly template?: string;
  readonly variables?: unknown;
  /** How the asker is called. @default the caller's own name */
  readonly asker?: { readonly server?: string; readonly target?: string; readonly runId?: string };
}

/** Which elicitations a list shows. */
export interface ListInput {
  /** `open` stands for `pending` and `active`. @default all */
  readonly status?: readonly (ElicitationStatus | "open")[];
  readonly audience?: string;
  /** The name of the server that asks. */
  readonly asker?: string;
  readonly tag?: string;
  readonly cursor?: string;
  /** @default 100 */
  readonly limit?: number;
}

/** Which part of history is shown. */
export interface HistoryInput {
  /** The name of the server that asked. */
  readonly asker?: string;
  /** How it ended. @default in whatever way */
  readonly status?: readonly ElicitationStatus[];
  /** Words in what was asked, by whom, or what was answered. */
  readonly text?: string;
  /** Asked at this instant or later. */
  readonly from?: number;
  /** Asked before this instant. */
  readonly to?: number;
  readonly cursor?: string;
  /** @default 50 */
  readonly limit?: number;
}

/** What to watch. */
export interface WatchInput {
  /** Begin after this event. @default from now on */
  readonly after?: number;
  /** The `feedId` of the list that `after` is of. @default whichever feed there is */
  readonly feedId?: string;
  /** The `view` of the list that is shown. @default what it is now */
  readonly view?: string;
  /** Called when who is muted has changed, or what this caller has put aside: list again. */
  readonly onView?: (view: string) => void;
  readonly signal?: AbortSignal;
}

/** The API as a program uses it. What is refused rejects with an `ApiError`, what is not reached with `unreachable`. */
export interface ApiClient {
  create(input: NewElicitationInput): Promise<{
    readonly elicitation: ElicitationResource;
    /** False when it was there already, under its key. */
    readonly created: boolean;
  }>;
  list(filter?: ListInput): Promise<ElicitationPage>;
  get(id: string): Promise<{ readonly elicitation: ElicitationResource; readonly now: number }>;
  /** What came of it; no answer while it is open. */
  answerOf(
    id: string,
    options?: { readonly waitSeconds?: number; readonly signal?: AbortSignal },
  ): Promise<{ readonly status: ElicitationStatus; readonly answer?: AnswerResource }>;
  /** Says that somebody is at it, which may move its deadline. */
  claim(id: string, options?: { readonly forMs?: number }): Promise<ElicitationResource>;
  answer(id: string, content: unknown, options?: { readonly key?: string }): Promise<ElicitationResource>;
  decline(
    id: string,
    options?: { readonly reason?: string; readonly key?: string },
  ): Promise<ElicitationResource>;
  cancel(
    id: string,
    options?: { readonly reason?: string; readonly key?: string },
  ): Promise<ElicitationResource>;
  /** Takes back what was asked. */
  withdraw(id: string, reason: string): Promise<ElicitationResource>;
  /**
   * Every change after `after` (from now on, if absent), until the signal aborts. Connects again by itself; rejects with
   * an `ApiError` of the status 410 when the feed no longer holds what came after, or is another one: list again, and
   * watch from there.
   */
  watch(options?: WatchInput): AsyncIterable<ChangeResource>;
  /** Puts an elicitation aside for this caller. It stays open, and nothing changes for anybody else. */
  putAside(id: string): Promise<void>;
  /** Brings back what was put aside. */
  bringBack(id: string): Promise<void>;
  /** What this caller has typed so far; `entry` names a form of a session. */
  readonly draft: {
    get(id: string, entry?: number): Promise<FormContent | undefined>;
    put(id: string, content: unknown, entry?: number): Promise<void>;
    remove(id: string, entry?: number): Promise<void>;
  };
  /** Uploads a file that the answer then names; `field` where the form has several for files. */
  upload(
    id: string,
    file: {
      readonly name: string;
      readonly type: string;
      readonly body: ReadableStream<Uint8Array> | Uint8Array;
      readonly field?: string;
    },
  ): Promise<FileReference>;
  /** What is in a file that came with an answer. */
  download(id: string, fileId: string): Promise<ReadableStream<Uint8Array>>;
  /** The session of what is asked in a terminal. */
  readonly transcript: {
    read(
      id: string,
      after?: number,
      options?: { readonly waitSeconds?: number; readonly signal?: AbortSignal },
    ): Promise<{ readonly entries: readonly TranscriptEntry[]; readonly ended: boolean }>;
    say(id: string, line: string): Promise<void>;
    /** Resolves to the number of the entry, which its answer names. */
    ask(id: string, form: { readonly message: string; readonly schema: FormSchema }): Promise<number>;
    reply(
      id: string,
      answer: {
        readonly entry: number;
        readonly action: "accept" | "decline" | "cancel";
        readonly content?: unknown;
      },
    ): Promise<void>;
    /** Ends it with its result, as the asker; the person reads the line. */
    end(
      id: string,
      result: { readonly content?: FormContent; readonly line?: string },
    ): Promise<ElicitationResource>;
  };
  readonly runs: {
    list(options?: {
      readonly cursor?: string;
    }): Promise<{ readonly runs: readonly RunResource[]; readonly cursor?: string; readonly now: number }>;
    get(runId: string): Promise<RunResource>;
  };
  readonly mutes: {
    list(): Promise<readonly MuteResource[]>;
    add(server: string, options?: { readonly until?: number }): Promise<void>;
    remove(server: string): Promise<void>;
  };
  history(filter?: HistoryInput): Promise<HistoryPage>;
  /** Everything that is found, as a file. */
  exportHistory(filter: HistoryInput, format: "csv" | "json"): Promise<ReadableStream<Uint8Array>>;
  /** Asks this caller for a sample of every kind of field, and an approval. */
  sample(): Promise<readonly ElicitationResource[]>;
}
