// Rounds that happen once: the same state with the same answers is served one time, however often it comes.

import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import type { Entry } from "./journal.js";
import type { SealedRecords } from "./sealed-records.js";

/** The rounds of one server. */
export interface Rounds {
  /**
   * Gives a round's reply: the one that is kept, the one that is being made, or the one that `execute` makes.
   * `execute` gives `undefined` when it was broken off; then whoever joined it goes on.
   */
  serve(round: Round, execute: () => Promise<string | undefined>): MaybePromise<string | undefined>;
  /** Uses the slot up for a round: for the first time, once again, or not at all, when other answers did so before. */
  consume(round: Round): MaybePromise<"first" | "again" | "refused">;
  /** Keeps what was learned in a round that may be broken off. */
  keep(round: Round, name: string, entry: Entry): MaybePromise<void>;
  recall(round: Round, name: string): MaybePromise<Entry | undefined>;
}

/** One state with one set of answers. */
export interface Round {
  /** What the answers use up. */
  readonly slot: string;
  /** Tells state and answers from all others. */
  readonly fingerprint: string;
  readonly expiresAt: number;
}

/** A round that is being served. */
interface UnderWay {
  reply: Promise<string | undefined>;
  isConsumed: boolean;
}

const NOT_YET: Promise<undefined> = Promise.resolve(undefined);

// The record of a slot is the fingerprint of the round that used it up, and then that round's reply.
export function createRounds(records: SealedRecords): Rounds {
  const underWay = new Map<string, UnderWay>();

  /** The reply that was kept: with the slot that the round used up, or by itself when it used none. */
  function find({ slot, fingerprint }: Round): MaybePromise<string | undefined> {
    return andThen(records.get(slotKey(slot)), (used) => {
      if (!used?.startsWith(fingerprint)) return records.get(replyKey(fingerprint));
      return used.length > fingerprint.length ? used.slice(fingerprint.length) : undefined;
    });
  }

  async function execute(
    { slot, fingerprint, expiresAt }: Round,
    kept: Promise<string | undefined> | undefined,
    run: () => Promise<string | undefined>,
    entry: UnderWay,
  ): Promise<string | undefined> {
    try {
      const known = kept && (await kept);
      if (known !== undefined) return known;
      const text = await run();
      if (text === undefined) return undefined;
      await (entry.isConsumed
        ? records.put(slotKey(slot), fingerprint + text, { expiresAt })
        : records.put(replyKey(fingerprint), text, { expiresAt }));
      return text;
    } finally {
      underWay.delete(fingerprint);
    }
  }

  function begin(
    round: Round,
    kept: Promise<string | undefined> | undefined,
    run: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const entry: UnderWay = { reply: NOT_YET, isConsumed: false };
    // Before it runs: what it consumes is noted there.
    underWay.set(round.fingerprint, entry);
    entry.reply = execute(round, kept, run, entry);
    return entry.reply;
  }

  async function join(
    round: Round,
    { reply }: UnderWay,
    run: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    return (await reply) ?? rounds.serve(round, run);
  }

  const rounds: Rounds = {
    serve(round, run) {
      const running = underWay.get(round.fingerprint);
      if (running) return join(round, running, run);
      const kept = find(round);
      // Nobody else begins while that is looked up.
      if (isPromise(kept)) return begin(round, kept, run);
      return kept ?? begin(round, undefined, run);
    },
    consume({ slot, fingerprint, expiresAt }) {
      const note = <T>(outcome: T): T => {
        const running = underWay.get(fingerprint);
        if (running) running.isConsumed = true;
        return outcome;
      };
      return andThen(records.put(slotKey(slot), fingerprint, { ifVersion: 0, expiresAt }), (isFirst) =>
        isFirst
          ? note("first")
          : andThen(records.get(slotKey(slot)), (used) =>
              used?.startsWith(fingerprint) ? note("again") : "refused",
            ),
      );
    },
    keep: ({ slot, expiresAt }, name, entry) =>
      andThen(records.put(learnedKey(slot, name), JSON.stringify(entry), { expiresAt }), () => undefined),
    recall: ({ slot }, name) =>
      andThen(records.get(learnedKey(slot, name)), (text) =>
        // Written by `keep`.
        text === undefined ? undefined : (JSON.parse(text) as Entry),
      ),
  };
  return rounds;
}

const replyKey = (fingerprint: string): string => `reply:${fingerprint}`;
const slotKey = (slot: string): string => `slot:${slot}`;
const learnedKey = (slot: string, name: string): string => `learned:${slot}:${name}`;
