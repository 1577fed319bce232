// The elicitations contract: what is kept of each question asked, with a numbered change feed.

import type { MaybePromise } from "../maybe-promise.js";

/** Where an elicitation is in its life. The last five are final. */
export type ElicitationStatus =
  | "pending"
  | "active"
  | "accepted"
  | "declined"
  | "cancelled"
  | "expired"
  | "withdrawn";

/** How an elicitation is shown. */
export type ElicitationMode = "inline" | "url" | "terminal";

/** One elicitation at rest. What the engine needs to find it is in the clear, the rest is opaque text. */
export interface ElicitationRecord {
  readonly id: string;
  /** Creating again with the same key gives the first record. */
  readonly key: string;
  readonly mode: ElicitationMode;
  readonly status: ElicitationStatus;
  /** Who may answer; absent for anybody allowed to see it. */
  readonly audience: string | undefined;
  readonly asker: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  /** The instant of expiry; absent for none. */
  readonly expiresAt: number | undefined;
  /** When a final record may be forgotten; absent while it is open. */
  readonly forgetAt: number | undefined;
  /** Grows by one with every change; 1 when created. */
  readonly version: number;
  /** What is asked, as the broker wrote it. */
  readonly body: string;
  /** What came of it, as the broker wrote it; absent while it is open. */
  readonly outcome: string | undefined;
}

/** What may change in an elicitation. */
export type ElicitationChange = Partial<
  Pick<ElicitationRecord, "status" | "expiresAt" | "forgetAt" | "body" | "outcome">
>;

/** Which elicitations a list shows. */
export interface ElicitationFilter {
  readonly status?: readonly ElicitationStatus[];
  readonly audience?: string;
  readonly asker?: string;
  readonly tag?: string;
}

/** One entry of the change feed. */
export interface ElicitationEvent {
  /** Counts upward over all elicitations; gaps may occur, order holds. */
  readonly number: number;
  readonly id: string;
  readonly status: ElicitationStatus;
  readonly version: number;
  readonly at: number;
}

/** Keeps elicitations. */
export interface ElicitationStore {
  /** Keeps a new elicitation, or gives the one that has its key already. */
  create(
    record: ElicitationRecord,
  ): MaybePromise<{ readonly record: ElicitationRecord; readonly created: boolean }>;
  get(id: string): MaybePromise<ElicitationRecord | undefined>;
  /** Changes the record if it is still of that version; gives the new one, or `undefined`. */
  change(
    id: string,
    ifVersion: number,
    change: ElicitationChange,
    at: number,
  ): MaybePromise<ElicitationRecord | undefined>;
  /** At most `limit` records in order of creation, after the record with the id `after`. */
  list(
    filter: ElicitationFilter,
    after: string | undefined,
    limit: number,
  ): MaybePromise<readonly ElicitationRecord[]>;
  /** At most `limit` open records whose `expiresAt` is at or before `at`. */
  due(at: number, limit: number): MaybePromise<readonly ElicitationRecord[]>;
  /** Forgets at most `limit` final records whose `forgetAt` is at or before `at`; gives how many. */
  forget(at: number, limit: number): MaybePromise<number>;
  /** At most `limit` events numbered above `after`, in order. */
  changes(after: number, limit: number): MaybePromise<readonly ElicitationEvent[]>;
}
