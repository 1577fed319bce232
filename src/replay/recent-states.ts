// The states that were sealed here a moment ago: most come back soon, and need not be opened to be known.

import { Journal } from "./journal.js";
import { type RunState, readState } from "./state.js";

interface RecentState {
  readonly token: string;
  readonly binding: string;
  /** The state, or its text when the run has learned something: each execution goes through a journal of its own. */
  readonly state: Omit<RunState, "journal"> | string;
}

/** Longer ones are not remembered, so that the memory they take has a bound. */
const MOST_TOKEN = 1024;
/** How many are remembered at most. A power of two. */
const PLACES = 512;

/** Remembers states by their tokens: a new one takes the place of an older one whose salt begins alike. */
export class RecentStates {
  readonly #places: (RecentState | undefined)[] = [];

  put(token: string, binding: string, state: RunState, text: string): void {
    if (token.length > MOST_TOKEN) return;
    const kept = state.journal.isEmpty ? copyOf(state, text) : text;
    this.#places[placeOf(token)] = { token, binding, state: kept };
  }

  /** What was sealed as exactly this token for exactly this binding. */
  find(token: string, binding: string): RunState | undefined {
    const recent = this.#places[placeOf(token)];
    if (recent?.token !== token || recent.binding !== binding) return undefined;
    const { state } = recent;
    return typeof state === "string" ? readState(state) : { ...state, journal: new Journal() };
  }
}

/** The state as it is read back: without the questions' own objects, which hold on to their handler. */
const copyOf = ({ journal: _, pending, ...state }: RunState, text: string): Omit<RunState, "journal"> => ({
  ...state,
  pending: pending.map(({ key, digest, attempt, expiresAt, note }) => ({
    key,
    digest,
    attempt,
    expiresAt,
    note,
  })),
  bytes: Buffer.byteLength(text),
});

/** Tokens begin with random characters. */
const placeOf = (token: string): number =>
  (token.charCodeAt(0) * 31 + token.charCodeAt(1) * 7 + token.charCodeAt(2)) & (PLACES - 1);
