// The states that were sealed here a moment ago: most come back soon, and need not be opened to be known.

import { Journal } from "./journal.js";
import { type RunState, readState } from "./state.js";

interface RecentState {
  readonly token: string;
  readonly binding: string;
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

  /** Remembers a state that was just sealed, with its text and how many bytes that has. */
  put(token: string, binding: string, state: RunState, text: string, bytes: number): void {
    if (token.length > MOST_TOKEN) return;
    const kept = state.journal.isEmpty ? copyOf(state, bytes) : text;
    this.#places[placeOf(token)] = { token, binding, state: kept };
  }

  /** What was sealed as exactly this token for exactly this binding, the first time it is asked for. */
  take(token: string, binding: string): RunState | undefined {
    const place = placeOf(token);
    const recent = this.#places[place];
    if (recent?.token !== token || recent.binding !== binding) return undefined;
    this.#places[place] = undefined;
    return typeof recent.state === "string" ? readState(recent.state) : recent.state;
  }
}

/** The state as it is read back: without the questions' own objects, which hold on to their handler. */
const copyOf = (state: RunState, bytes: number): RunState => ({
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
});

/** Tokens begin with random characters. */
const placeOf = (token: string): number =>
  (token.charCodeAt(0) * 31 + token.charCodeAt(1) * 7 + token.charCodeAt(2)) & (PLACES - 1);
