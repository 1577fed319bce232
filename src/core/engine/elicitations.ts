// The elicitations contract: what is kept of each question asked, with a numbered change feed.

import type { MaybePromise } from "../maybe-promise.js";
import type { Bucket } from "./limits.js";
import type { finalStatuses, openStatuses } from "./statuses.js";

/** Where an elicitation is in its life. The last five are final. */
export type ElicitationStatus = (typeof openStatuses)[number] | (typeof finalStatuses)[number];

/** How an elicitation is shown. */
export type ElicitationMode = "inline" | "url" | "terminal";

/**
 * What only the broker reads: text. An engine that says so by `keepsObjects` is also given objects, which never change,
 * and gives back the same ones.
 */
export type Opaque = string | object;

/** One elicitation at rest. What the engine needs to find it is in the clear, the rest is opaque. */
export interface ElicitationRecord {
  readonly id: string;
  /** Creating again with the same key gives the first record. */
  readonly key: string;
  readonly mode: ElicitationMode;
  readonly status: ElicitationStatus;
  /** Who may answer; absent for anybody allowed to see it. */
  readonly audience: string | undefined;
  /** The server or program that asks, by name. */
  readonly asker: string;
  /** For whom it is asked, as limits count; absent where nobody is known. */
  readonly principal: string | undefined;
  /** The lease that its asker renews while it wants the answer; absent for one that is kept without its asker. */
  readonly lease: string | undefined;
  /** The execution that asks it, by which all of its rounds are found. */
  readonly run: string | undefined;
  readonly tags: readonly string[];
  readonly createdAt: number;
  /** The instant of expiry; absent for none. */
  readonly expiresAt: number | undefined;
  /** When a final record may be forgotten; absent while it is open. */
  readonly forgetAt: number | undefined;
  /** Grows by one with every change; 1 when created. */
  readonly version: number;
  /** What is asked, as the broker wrote it. */
  readonly body: Opaque;
  /** What came of it, as the broker wrote it; absent while it is open. */
  readonly outcome: Opaque | undefined;
}

/** What may change in an elicitation. */
export type ElicitationChange = Partial<
  Pick<ElicitationRecord, "status" | "lease" | "expiresAt" | "forgetAt" | "body" | "outcome">
>;

/** Which elicitations a list shows. */
export interface ElicitationFilter {
  readonly status?: readonly ElicitationStatus[];
  readonly audience?: string;
  readonly asker?: string;
  readonly lease?: string;
  readonly run?: string;
  readonly tag?: string;
}

/** Which end of a list comes first. `oldest` unless it is said. */
export type ElicitationOrder = "oldest" | "newest";

/** How fast elicitations may be created: the bucket of a key in the same engine's limits. */
export interface CreationRate {
  readonly key: string;
  readonly bucket: Bucket;
}

/**
 * What came of creating: kept, there already under its key, or refused. `retryAfterMs` is there when its bucket had no
 * token, and absent when too many are open.
 */
export type ElicitationCreation =
  | { readonly record: ElicitationRecord; readonly created: boolean }
  | { readonly record: undefined; readonly created: false; readonly retryAfterMs?: number };

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
  /**
   * Keeps a new elicitation, or gives the one that has its key already. Keeps nothing when its principal has `maxOpen`
   * open ones already. Those without a principal count together, for each asker.
   *
   * With a `rate`, a new one takes a token at its `createdAt`, and is not kept where there is none. One act with the rest:
   * what is there already, or is refused, costs no token.
   */
  create(record: ElicitationRecord, maxOpen?: number, rate?: CreationRate): MaybePromise<ElicitationCreation>;
  get(id: string): MaybePromise<ElicitationRecord | undefined>;
  /** Changes the record if it is still of that version; gives the new one, or `undefined`. */
  change(
    id: string,
    ifVersion: number,
    change: ElicitationChange,
    at: number,
  ): MaybePromise<ElicitationRecord | undefined>;
  /** At most `limit` records in order of creation, or the other way round, after the record with the id `after`. */
  list(
    filter: ElicitationFilter,
    after: string | undefined,
    limit: number,
    order?: ElicitationOrder,
  ): MaybePromise<readonly ElicitationRecord[]>;
  /** At most `limit` open records whose `expiresAt` is at or before `at`. */
  due(at: number, limit: number): MaybePromise<readonly ElicitationRecord[]>;
  /** Forgets at most `limit` final records whose `forgetAt` is at or before `at`; gives how many. */
  forget(at: number, limit: number): MaybePromise<number>;
  /** At most `limit` events numbered above `after`, in order. */
  changes(after: number, limit: number): MaybePromise<readonly ElicitationEvent[]>;
}
