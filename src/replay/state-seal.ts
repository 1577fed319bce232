// Request state: a run between two rounds, sealed for the client to carry. A journal that is too large for that is kept in
// the engine, sealed as well, and the client carries its name.

import type { RecordStore } from "../core/engine/records.js";
import { BeckonError } from "../core/errors.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { KeyRing } from "../seal/key-ring.js";
import { openToken, sealToken } from "../seal/token.js";
import { Journal, readJournal } from "./journal.js";
import { recentStatesIn } from "./recent-states.js";
import { createSpilledJournals, NAME_LENGTH } from "./spilled-journals.js";
import { type RunState, readState, writeState } from "./state.js";

/** The most that a client is given to carry, in characters. */
export const MOST_TOKEN = 65_536;
/** The most text that makes such a token: base64 is a third longer, and a seal adds 32 bytes. */
const MOST_CARRIED = Math.floor((MOST_TOKEN * 3) / 4) - 64;
/** The most that is kept for a run at all, in bytes. */
const MOST_KEPT = 4 * 1024 * 1024;
/** What is left of a state for the open questions, and of that for what a state has besides. */
const ASKS_ROOM = 4096;
const REST_ROOM = 2048;

export interface StateSealOptions {
  readonly keys: () => KeyRing;
  readonly records: RecordStore;
  /** True when other processes keep their records in the same place. */
  readonly isShared: boolean;
  /** True when whoever has the keys can also read the records: then large states are kept there. */
  readonly maySpill: () => boolean;
}

/** Seals states and opens them again. */
export interface StateSeal {
  /** `binding` says whose and what the state is for: it opens with the same one only. */
  seal(binding: string, state: RunState): MaybePromise<string>;
  /** `undefined` for everything that is no state of ours, or not for this binding. */
  open(binding: string, token: string): MaybePromise<RunState | undefined>;
  /** How long a journal may get, in bytes. */
  readonly mostBytes: number;
  /** How long it may get together with the open questions. */
  readonly mostWithAsks: number;
  /** How long the open questions may get: the client carries them, whatever becomes of the journal. */
  readonly mostAsks: number;
}

export function createStateSeal({ keys, records, isShared, maySpill }: StateSealOptions): StateSeal {
  const carried = (binding: string): string => `state ${binding}`;
  const recent = recentStatesIn(records);
  const journals = createSpilledJournals(records, keys);

  /** Leaves the journal in the engine: the client carries its name, and all else. */
  function spill(binding: string, state: RunState): MaybePromise<string> {
    const rest = writeState({ ...state, journal: new Journal() });
    if (Buffer.byteLength(rest) > MOST_CARRIED - NAME_LENGTH - 1) throw tooLarge();
    return andThen(journals.keep(binding, state, JSON.stringify(state.journal), state.expiresAt), (name) =>
      sealToken(keys(), carried(binding), `@${name}${rest}`),
    );
  }

  function openSpilled(binding: string, text: string): MaybePromise<RunState | undefined> {
    const state = readState(text.slice(NAME_LENGTH + 1));
    if (state === undefined) return undefined;
    const kept = journals.open(binding, state, text.slice(1, NAME_LENGTH + 1));
    return andThen(kept, (journal) => (journal === undefined ? undefined : withJournal(state, journal)));
  }

  return {
    get mostBytes() {
      return maySpill() ? MOST_KEPT : MOST_CARRIED - ASKS_ROOM;
    },
    get mostWithAsks() {
      return (maySpill() ? MOST_KEPT * 2 : MOST_CARRIED) - REST_ROOM;
    },
    mostAsks: MOST_CARRIED - REST_ROOM,
    seal(binding, state) {
      const text = writeState(state);
      const bytes = Buffer.byteLength(text);
      if (bytes <= MOST_CARRIED) {
        const ring = keys();
        const token = sealToken(ring, carried(binding), text);
        recent.put(
          token,
          { ring, binding, isUntouched: !isShared && state.isUntouched === true },
          state,
          text,
        );
        return token;
      }
      if (maySpill() && bytes <= MOST_KEPT * 2) return spill(binding, state);
      throw tooLarge();
    },
    open(binding, token) {
      if (token.length > MOST_TOKEN) return undefined;
      const known = recent.take(token, keys(), binding);
      if (known !== undefined) return known;
      const text = openToken(keys(), carried(binding), token)?.toString();
      if (text === undefined) return undefined;
      return text.startsWith("@") ? openSpilled(binding, text) : readState(text);
    },
  };
}

export const tooLarge = (): BeckonError =>
  new BeckonError(
    "state-too-large",
    "The run has learned more than its state can hold. Give steps small results, such as ids, or use an engine that all nodes share.",
  );

const withJournal = (state: RunState, journal: string): RunState => ({
  ...state,
  // Sealed by this server.
  journal: readJournal(JSON.parse(journal)),
  bytes: (state.bytes ?? 0) + Buffer.byteLength(journal),
});
