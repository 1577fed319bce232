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
  /** Counts an invalid answer; gives how many there were, by this count or by the one that the state carries. */
  countRefused(round: Round, key: string, attempt: number): MaybePromise<number>;
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
  readonly fingerprint: string;
  reply: Promise<string | undefined>;
  isConsumed: boolean;
}

type Execute = () => Promise<string | undefined>;

const NOT_YET: Promise<undefined> = Promise.resolve(undefined);
/** Longer replies of rounds that used nothing up are made again when they are asked for. */
const MOST_REPLY = 8192;
/** How many of them are kept for each slot. */
const MOST_REPLIES = 16;

// The record of a slot is the fingerprint of the round that used it up, and then that round's reply. One execution of a
// slot is under way at a time: its steps belong to the slot, whatever the answers are.
export function createRounds(records: SealedRecords): Rounds {
  const underWay = new Map<string, UnderWay>();

  /** The reply that was kept: with the slot that the round used up, or beside it when it used none. */
  function find({ slot, fingerprint }: Round): MaybePromise<string | undefined> {
    const replyOf = (kept: string | undefined): string | undefined =>
      kept?.startsWith(fingerprint) && kept.length > fingerprint.length
        ? kept.slice(fingerprint.length)
        : undefined;
    return andThen(records.get(slotKey(slot)), (used) => {
      const reply = replyOf(used);
      // A handler may return while its slot is being used up: then its reply is beside it.
      if (reply !== undefined) return reply;
      return andThen(readReplies(slot), (kept) =>
        replyOf(kept.find((reply) => reply.startsWith(fingerprint))),
      );
    });
  }

  /** The replies of rounds that used nothing up, the latest last. */
  const readReplies = (slot: string): MaybePromise<readonly string[]> =>
    andThen(records.get(replyKey(slot)), (text) =>
      // Written by `keepReply`.
      text === undefined ? [] : (JSON.parse(text) as readonly string[]),
    );

  const keepReply = (slot: string, reply: string, expiresAt: number): MaybePromise<unknown> =>
    andThen(readReplies(slot), (kept) =>
      records.put(replyKey(slot), JSON.stringify([...kept, reply].slice(-MOST_REPLIES)), { expiresAt }),
    );

  async function execute(
    { slot, fingerprint, expiresAt }: Round,
    kept: Promise<string | undefined> | undefined,
    run: Execute,
    entry: UnderWay,
  ): Promise<string | undefined> {
    try {
      const known = kept && (await kept);
      if (known !== undefined) return known;
      const text = await run();
      if (text === undefined) return undefined;
      if (entry.isConsumed) await records.put(slotKey(slot), fingerprint + text, { expiresAt });
      else if (text.length <= MOST_REPLY) await keepReply(slot, fingerprint + text, expiresAt);
      return text;
    } finally {
      underWay.delete(slot);
    }
  }

  function begin(
    round: Round,
    kept: Promise<string | undefined> | undefined,
    run: Execute,
  ): Promise<string | undefined> {
    const { slot, fingerprint } = round;
    const entry: UnderWay = { fingerprint, reply: NOT_YET, isConsumed: false };
    // Before it runs: what it consumes is noted there.
    underWay.set(slot, entry);
    entry.reply = execute(round, kept, run, entry);
    return entry.reply;
  }

  /** Has the reply of the execution that is under way, or waits for its end. */
  async function follow(round: Round, running: UnderWay, run: Execute): Promise<string | undefined> {
    if (running.fingerprint === round.fingerprint) {
      const reply = await running.reply;
      if (reply !== undefined) return reply;
    } else await running.reply.catch(() => {});
    return rounds.serve(round, run);
  }

  const rounds: Rounds = {
    serve(round, run) {
      const running = underWay.get(round.slot);
      if (running) return follow(round, running, run);
      const kept = find(round);
      // Nobody else begins while that is looked up.
      if (isPromise(kept)) return begin(round, kept, run);
      return kept ?? begin(round, undefined, run);
    },
    consume({ slot, fingerprint, expiresAt }) {
      const note = <T>(outcome: T): T => {
        const running = underWay.get(slot);
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
    countRefused({ slot, fingerprint, expiresAt }, key, attempt) {
      const name = refusedKey(slot, key);
      return andThen(records.get(name), (text) => {
        // Written below.
        const refused = text === undefined ? [] : (JSON.parse(text) as readonly string[]);
        // The same answer, sent again, is not counted again.
        const known = refused.indexOf(fingerprint) + 1;
        if (known > 0) return Math.max(attempt, known);
        const count = refused.length + 1;
        const written = records.put(name, JSON.stringify([...refused, fingerprint]), { expiresAt });
        return andThen(written, () => Math.max(attempt, count));
      });
    },
  };
  return rounds;
}

const replyKey = (slot: string): string => `reply:${slot}`;
const slotKey = (slot: string): string => `slot:${slot}`;
const learnedKey = (slot: string, name: string): string => `learned:${slot}:${name}`;
const refusedKey = (slot: string, key: string): string => `refused:${slot}:${key}`;
