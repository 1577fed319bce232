// Rounds that happen once: the same state with the same answers is served one time, however often it comes.

import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import { PassingMap } from "../core/passing-map.js";
import type { Entry } from "./journal.js";
import type { RoundClaim, RoundClaims } from "./round-claims.js";
import type { SealedRecords } from "./sealed-records.js";

/** The rounds of one server. */
export interface Rounds {
  /**
   * Gives a round's reply: the one that is kept, the one that is being made, or the one that `execute` makes.
   * `execute` gives `undefined` when it was broken off; then whoever joined it goes on. `refuse` is called when other
   * answers have used the slot up.
   */
  serve(
    round: Round,
    execute: () => Promise<string | undefined>,
    refuse: Refuse,
  ): MaybePromise<string | undefined>;
  /** Uses the slot up for a round: for the first time, once again, or not at all, when other answers did so before. */
  consume(round: Round): MaybePromise<"first" | "again" | "refused">;
  /** True when other answers used the slot up, so that nothing can come of this round any more. */
  isUsedUp(round: Round): MaybePromise<boolean>;
  /** False when another node has taken the round over, so that nothing of it may happen here any more. */
  isHeld(round: Round): MaybePromise<boolean>;
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
  /** True when nothing can be kept for the slot yet, so that nothing need be looked for. */
  readonly isUntouched: boolean;
}

/** A round that is being served. */
interface UnderWay {
  readonly fingerprint: string;
  reply: Promise<string | undefined>;
  isConsumed: boolean;
  /** What keeps the other nodes from executing the same slot; absent where there are none. */
  claim: RoundClaim | undefined;
}

type Execute = () => Promise<string | undefined>;
type Refuse = () => never;

const NOT_YET: Promise<undefined> = Promise.resolve(undefined);
/** How many replies of rounds that used nothing up are kept for each slot, and how many characters of them at most, the last aside. */
const MOST_REPLIES = 16;
const MOST_CHARACTERS = 512 * 1024;

// The record of a slot is the fingerprint of the round that used it up, and then that round's reply. One execution of a
// slot is under way at a time, on all nodes together: its steps belong to the slot, whatever the answers are.
export function createRounds(records: SealedRecords, claims?: RoundClaims): Rounds {
  const underWay = new PassingMap<string, UnderWay>();

  /** The reply that was kept: with the slot that the round used up, or beside it when it used none. */
  function find({ slot, fingerprint }: Round, refuse: Refuse): MaybePromise<string | undefined> {
    const replyOf = (kept: string | undefined): string | undefined =>
      kept?.startsWith(fingerprint) && kept.length > fingerprint.length
        ? kept.slice(fingerprint.length)
        : undefined;
    return andThen(records.get(slotKey(slot)), (used) => {
      const reply = replyOf(used);
      // A handler may return while its slot is being used up: then its reply is beside it.
      if (reply !== undefined) return reply;
      return andThen(readReplies(slot), (kept) => {
        const beside = replyOf(kept.find((reply) => reply.startsWith(fingerprint)));
        // Nothing can come of it, so nothing of it is begun.
        return beside === undefined && used?.startsWith(fingerprint) === false ? refuse() : beside;
      });
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
      records.put(replyKey(slot), JSON.stringify(latest([...kept, reply])), { expiresAt }),
    );

  /** Keeps the reply with the slot that the round used up, or beside it. */
  function keepText(
    { slot, fingerprint, expiresAt }: Round,
    entry: UnderWay,
    text: string,
  ): MaybePromise<unknown> {
    if (entry.isConsumed) return records.put(slotKey(slot), fingerprint + text, { expiresAt });
    return keepReply(slot, fingerprint + text, expiresAt);
  }

  async function execute(
    round: Round,
    kept: Promise<string | undefined> | undefined,
    run: Execute,
    refuse: Refuse,
    entry: UnderWay,
  ): Promise<string | undefined> {
    const { slot } = round;
    try {
      const known = (kept && (await kept)) ?? (claims && (await claim(claims, round, refuse, entry)));
      if (known !== undefined) return known;
      const text = await run();
      if (text === undefined || (entry.claim && !(await entry.claim.isHeld()))) return text;
      const written = keepText(round, entry, text);
      // Only what takes its time is waited for: each wait costs a turn of its own.
      if (isPromise(written)) await written;
      return text;
    } finally {
      underWay.delete(slot);
      if (entry.claim) await entry.claim.release();
    }
  }

  /** Waits for the slot; gives the reply if another node made it before. */
  async function claim(
    claims: RoundClaims,
    round: Round,
    refuse: Refuse,
    entry: UnderWay,
  ): Promise<string | undefined> {
    const taken = await claims.take(round.slot, round.expiresAt, async () => find(round, refuse));
    if ("reply" in taken) return taken.reply;
    entry.claim = taken;
    // It may have been made between the first look and the claim.
    return find(round, refuse);
  }

  function begin(
    round: Round,
    kept: Promise<string | undefined> | undefined,
    run: Execute,
    refuse: Refuse,
  ): Promise<string | undefined> {
    const { slot, fingerprint } = round;
    const entry: UnderWay = { fingerprint, reply: NOT_YET, isConsumed: false, claim: undefined };
    // Before it runs: what it consumes is noted there.
    underWay.set(slot, entry);
    entry.reply = execute(round, kept, run, refuse, entry);
    return entry.reply;
  }

  /** Has the reply of the execution that is under way, or waits for its end. */
  async function follow(
    round: Round,
    running: UnderWay,
    run: Execute,
    refuse: Refuse,
  ): Promise<string | undefined> {
    if (running.fingerprint === round.fingerprint) {
      const reply = await running.reply;
      if (reply !== undefined) return reply;
    } else await running.reply.catch(() => {});
    return rounds.serve(round, run, refuse);
  }

  const rounds: Rounds = {
    serve(round, run, refuse) {
      const running = underWay.get(round.slot);
      if (running) return follow(round, running, run, refuse);
      const kept = round.isUntouched ? undefined : find(round, refuse);
      // Nobody else begins while that is looked up.
      if (isPromise(kept)) return begin(round, kept, run, refuse);
      return kept ?? begin(round, undefined, run, refuse);
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
    isUsedUp: ({ slot, fingerprint }) =>
      andThen(records.get(slotKey(slot)), (used) => used !== undefined && !used.startsWith(fingerprint)),
    isHeld: ({ slot }) => underWay.get(slot)?.claim?.isHeld() ?? true,
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

/** The last of the replies, and those before it that there is room for. */
function latest(replies: readonly string[]): readonly string[] {
  let characters = 0;
  let count = 0;
  while (count < Math.min(replies.length, MOST_REPLIES)) {
    characters += replies.at(-1 - count)?.length ?? 0;
    if (count > 0 && characters > MOST_CHARACTERS) break;
    count += 1;
  }
  return replies.slice(-count);
}

const replyKey = (slot: string): string => `reply:${slot}`;
const slotKey = (slot: string): string => `slot:${slot}`;
const learnedKey = (slot: string, name: string): string => `learned:${slot}:${name}`;
const refusedKey = (slot: string, key: string): string => `refused:${slot}:${key}`;
