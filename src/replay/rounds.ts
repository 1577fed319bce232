// Rounds that happen once: the same state with the same answers is served one time, however often it comes.

import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { Entry } from "./journal.js";
import type { SealedRecords } from "./sealed-records.js";

/** The rounds of one server. */
export interface Rounds {
  /**
   * Gives a round's reply: the one that is kept, the one that is being made, or the one that `execute` makes.
   * `execute` gives `undefined` when it was broken off; then whoever joined it goes on.
   */
  serve(round: Round, execute: () => Promise<string | undefined>): MaybePromise<string | undefined>;
  /** Uses a slot up for a round; false when other answers did so before. */
  consume(slot: string, round: Round): MaybePromise<boolean>;
  /** Keeps what was learned in a round that may be broken off. */
  keep(slot: string, name: string, entry: Entry, expiresAt: number): MaybePromise<void>;
  recall(slot: string, name: string): MaybePromise<Entry | undefined>;
}

/** One state with one set of answers. */
export interface Round {
  readonly fingerprint: string;
  readonly expiresAt: number;
}

export function createRounds(records: SealedRecords): Rounds {
  const underWay = new Map<string, Promise<string | undefined>>();

  function execute(
    { fingerprint, expiresAt }: Round,
    run: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const reply = run().then(async (text) => {
      if (text !== undefined) await records.put(replyKey(fingerprint), text, { expiresAt });
      return text;
    });
    underWay.set(fingerprint, reply);
    const done = (): void => void underWay.delete(fingerprint);
    reply.then(done, done);
    return reply;
  }

  async function join(
    round: Round,
    running: Promise<string | undefined>,
    run: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    return (await running) ?? rounds.serve(round, run);
  }

  const rounds: Rounds = {
    serve(round, run) {
      const running = underWay.get(round.fingerprint);
      if (running) return join(round, running, run);
      return andThen(records.get(replyKey(round.fingerprint)), (kept) => {
        if (kept !== undefined) return kept;
        // Another may have begun while the record was read.
        const begun = underWay.get(round.fingerprint);
        return begun ? join(round, begun, run) : execute(round, run);
      });
    },
    consume: (slot, { fingerprint, expiresAt }) =>
      andThen(records.put(slotKey(slot), fingerprint, { ifVersion: 0, expiresAt }), (isFirst) =>
        isFirst ? true : andThen(records.get(slotKey(slot)), (used) => used === fingerprint),
      ),
    keep: (slot, name, entry, expiresAt) =>
      andThen(records.put(learnedKey(slot, name), JSON.stringify(entry), { expiresAt }), () => undefined),
    recall: (slot, name) =>
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
