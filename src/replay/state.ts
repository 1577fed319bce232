// What travels from one round of a run to the next.

import { isObject } from "../core/json.js";
import type { PendingAsk } from "./ask.js";
import { type Journal, readJournal } from "./journal.js";

/** A run between two rounds. */
export interface RunState {
  readonly runId: string;
  /** The round that will begin with it. */
  readonly round: number;
  /** What its answers use up: the first ones that are complete and valid. */
  readonly slot: string;
  readonly journal: Journal;
  readonly pending: readonly PendingAsk[];
  readonly expiresAt: number;
  /** The highest progress told so far. */
  readonly progress: number | undefined;
  /** For how many rounds the questions have been changing. */
  readonly changing: number;
  /** How long the handler has been at work, in milliseconds. */
  readonly spentMs: number;
  /** The trace context of the first round. */
  readonly traceparent: string | undefined;
  /** How long its text was, when it was read. */
  readonly bytes?: number;
  /** True when no round can have kept anything for its slot yet: it is new, and comes back for the first time. */
  readonly isUntouched?: boolean;
}

/** The state as text. */
export const writeState = (state: RunState): string =>
  JSON.stringify([
    state.runId,
    state.round,
    state.slot,
    state.journal,
    state.pending.map(writeAsk),
    state.expiresAt,
    state.progress ?? null,
    state.changing,
    state.spentMs,
    state.traceparent ?? null,
  ]);

/** How many bytes of a state are what was learned and what is open; the rest does not grow. */
export const measureState = (journal: Journal, pending: readonly PendingAsk[]): number =>
  Buffer.byteLength(JSON.stringify([journal, pending.map(writeAsk)]));

/** Reads what `writeState` wrote; `undefined` for what another version wrote. */
export function readState(text: string): RunState | undefined {
  const parts: unknown = JSON.parse(text);
  if (!Array.isArray(parts)) return undefined;
  const [runId, round, slot, journal, pending, expiresAt, progress, changing, spentMs, traceparent] =
    parts as readonly unknown[];
  if (typeof runId !== "string" || typeof slot !== "string" || !isObject(journal)) return undefined;
  if (typeof round !== "number" || typeof expiresAt !== "number" || !Array.isArray(pending)) return undefined;
  if (typeof changing !== "number" || typeof spentMs !== "number") return undefined;
  return {
    runId,
    round,
    slot,
    journal: readJournal(journal),
    pending: pending.map(readAsk),
    expiresAt,
    progress: typeof progress === "number" ? progress : undefined,
    changing,
    spentMs,
    traceparent: typeof traceparent === "string" ? traceparent : undefined,
    bytes: Buffer.byteLength(text),
  };
}

/** An open question in few characters. */
type WrittenAsk = readonly [key: string, digest: string, attempt: number, expiresAt: number, note: string];

const writeAsk = ({ key, digest, attempt, expiresAt = 0, note }: PendingAsk): WrittenAsk => [
  key,
  // Without a key of the author's own the two are the same.
  digest === key ? "" : digest,
  attempt,
  expiresAt,
  note,
];

function readAsk(written: unknown): PendingAsk {
  // Sealed by this server.
  const [key, digest, attempt, expiresAt, note] = written as WrittenAsk;
  return {
    key,
    digest: digest === "" ? key : digest,
    attempt,
    expiresAt: expiresAt === 0 ? undefined : expiresAt,
    note,
  };
}
