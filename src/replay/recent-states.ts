// The states that were sealed here a moment ago: most come back soon, and need not be opened to be known.

import type { RecordStore } from "../core/engine/records.js";
import type { KeyRing } from "../seal/key-ring.js";
import { Journal } from "./journal.js";
import { type RunState, readState } from "./state.js";

/** What a state was sealed with. */
interface Sealing {
  readonly ring: KeyRing;
  readonly binding: string;
  /** See `RunState`. */
  readonly isUntouched: boolean;
}

interface RecentState extends Sealing {
  readonly token: string;
  /** The state, or its text when the run has learned something: each execution goes through a journal of its own. */
  readonly state: RunState | string;
}

/** Longer ones are not remembered, so that the memory they take has a bound. */
const MOST_TOKEN = 1024;
/** How many are remembered at most. A power of two. */
const PLACES = 512;

/**
 * Remembers states by their tokens: a new one takes the place of an older one whose salt begins alike. What was found is
 * forgotten: hardly any comes back twice, and what stays for long is no longer collected young.
 */
export class RecentStates {
  readonly #places: (RecentState | undefined)[] = [];

  /** Remembers a state that was just sealed as a text. */
  put(token: string, { ring, binding, isUntouched }: Sealing, state: RunState, text: string): void {
    if (token.length > MOST_TOKEN) return;
    const kept = state.journal.isEmpty ? copyOf(state, Buffer.byteLength(text), isUntouched) : text;
    this.#places[placeOf(token)] = { token, ring, binding, isUntouched, state: kept };
  }

  /**
   * What was sealed as exactly this token, by this ring and for exactly this binding, the first time it is asked for. Whoever
   * asks, it is forgotten: the next one cannot know what came of it.
   */
  take(token: string, ring: KeyRing, binding: string): RunState | undefined {
    const place = placeOf(token);
    const recent = this.#places[place];
    if (recent?.token !== token) return undefined;
    this.#places[place] = undefined;
    if (recent.ring !== ring || recent.binding !== binding) return undefined;
    if (typeof recent.state !== "string") return recent.state;
    const state = readState(recent.state);
    return state && { ...state, isUntouched: recent.isUntouched };
  }
}

/** One for all servers of this process that keep their records in the same place: what one has seen none takes for new. */
const byPlace = new WeakMap<RecordStore, RecentStates>();

export function recentStatesIn(records: RecordStore): RecentStates {
  const known = byPlace.get(records);
  if (known !== undefined) return known;
  const made = new RecentStates();
  byPlace.set(records, made);
  return made;
}

/** The state as it is read back: without the questions' own objects, which hold on to their handler. */
const copyOf = (state: RunState, bytes: number, isUntouched: boolean): RunState => ({
  runId: state.runId,
  round: state.round,
  slot: state.slot,
  journal: new Journal(),
  pending: state.pending.map(({ key, digest, attempt, expiresAt, note }) => ({
    key,
    digest,
    attempt,
    expiresAt,
    note,
  })),
  expiresAt: state.expiresAt,
  progress: state.progress,
  changing: state.changing,
  spentMs: state.spentMs,
  traceparent: state.traceparent,
  bytes,
  isUntouched,
});

/** Tokens begin with random characters. */
const placeOf = (token: string): number =>
  (token.charCodeAt(0) * 31 + token.charCodeAt(1) * 7 + token.charCodeAt(2)) & (PLACES - 1);
