// A legacy run as it is kept: what another node, or a later process, needs to go on with it.

import { exactJson } from "../../core/exact-json.js";
import type { JsonObject } from "../../core/json.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { PendingAsk } from "../../replay/ask.js";
import { idFrom } from "../../replay/identifiers.js";
import type { Entry } from "../../replay/journal.js";

/** A question without an answer in the journal. */
export interface RecordedAsk extends PendingAsk {
  /** The id of the request that the client got for it. */
  readonly id: string;
}

/** One run of one call. The revision and the capabilities of its client are in the record of its session. */
export interface RunRecord {
  readonly runId: string;
  readonly sessionId: string;
  readonly principalId: string | undefined;
  readonly callId: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** The stream on which its client reads; absent for one that takes no stream. */
  readonly streamId: string | undefined;
  /** True when somebody read that on the node that has the run, as far as its record was written since. */
  readonly isRead: boolean;
  /** The key of the run that it waits for; absent for a run of its own. */
  readonly joins?: string | undefined;
  readonly asks: readonly RecordedAsk[];
  readonly journal: { readonly [name: string]: Entry };
  /** The node that has it; its lease is the run's. Empty for none. */
  readonly owner: string;
  /** How many nodes had it before. */
  readonly epoch: number;
  readonly spentMs: number;
  readonly progress: number | undefined;
  /** What came of it, as `writeReply` has it; absent until it is over. */
  readonly reply: string | undefined;
  /** True once its client can read that. */
  readonly isDelivered: boolean;
}

/** The key of a call's run: the same wherever the call is dispatched. */
export const runKey = (sessionId: string, callId: RequestId, binding: string): string =>
  callPrefix(sessionId, callId) + idFrom(binding);

/** The key of the record of another dispatch, which waits for a run; each has a stream of its own. */
export const joinKey = (key: string, streamId: string): string => `${key}/${streamId}`;

/** What the keys of a session's runs begin with. */
export const runPrefix = (sessionId: string): string => `run:${sessionId}:`;

/** What the keys of a call's runs begin with, whatever it is about, and those of the records that wait for them. */
export const callPrefix = (sessionId: string, callId: RequestId): string =>
  `${runPrefix(sessionId)}${idFrom(JSON.stringify(callId))}:`;

/** The topic that tells of news in a run. */
export const runTopic = (key: string): string => key;

/** The arguments exactly, since they are part of the run's key. */
export const writeRun = ({ params, ...record }: RunRecord): string =>
  `{"params":${exactJson(params)},${JSON.stringify(record).slice(1)}`;

/** Reads what `writeRun` wrote. */
export const readRun = (text: string): RunRecord => JSON.parse(text) as RunRecord;
