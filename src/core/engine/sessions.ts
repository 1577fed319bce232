// The sessions contract: legacy sessions, found by any node.

import type { MaybePromise } from "../maybe-promise.js";

/** One legacy session, as every node sees it. */
export interface SessionRecord {
  /** Unguessable, visible ASCII. */
  readonly id: string;
  /** Whom the session belongs to; nobody else may use it. `undefined` is the anonymous principal. */
  readonly principalId: string | undefined;
  /** The negotiated protocol revision. */
  readonly revision: string;
  /** What the client said of itself in `initialize`, as JSON text: `{ info, capabilities }`. */
  readonly client: string;
  readonly createdAt: number;
  /** When the session was last used, as told by `touch`. */
  readonly seenAt: number;
  /** The least severe log level the client wants; absent until it said so. */
  readonly logLevel: string | undefined;
  /** The resource uris the client subscribed to, in order of subscription. */
  readonly subscriptions: readonly string[];
}

/** A change to a session; the three kinds commute, so no version is needed. */
export type SessionChange =
  | { readonly logLevel: string }
  | { readonly subscribe: string }
  | { readonly unsubscribe: string };

/** Keeps legacy sessions. */
export interface SessionStore {
  /** Keeps a new session. The id is new by construction. */
  create(record: SessionRecord): MaybePromise<void>;
  get(id: string): MaybePromise<SessionRecord | undefined>;
  /** Applies one change and gives the session as it then is; `undefined` when there is none. */
  change(id: string, change: SessionChange): MaybePromise<SessionRecord | undefined>;
  /** Moves the idle clock forward; never backward. Unknown ids are harmless. */
  touch(id: string, at: number): MaybePromise<void>;
  /** Ends a session. Exactly one of several callers gets the record. */
  remove(id: string): MaybePromise<SessionRecord | undefined>;
  /** Ends at most `limit` sessions last seen before `before`; each goes to exactly one caller. */
  removeIdle(before: number, limit: number): MaybePromise<readonly SessionRecord[]>;
}
