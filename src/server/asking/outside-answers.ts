// Answers that come from outside the client: from a responder, or because a page was completed.
//
// The record is the truth. Whoever waits hears of it through the bus, and reads it.

import type { Answer } from "../../core/elicitation/answer.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { Unsubscribe } from "../../core/engine/bus.js";
import type { Logger } from "../../core/logger.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { SealedRecords } from "../../replay/sealed-records.js";
import type { Hints } from "../hints.js";

/** An elicitation that can be settled from outside. */
export interface OutsideAsk {
  /** The legacy session that was asked, and hears of the end. */
  readonly sessionId?: string | undefined;
  /** True for a page, which the application completes. */
  readonly isPage: boolean;
  /** The digest of what was asked: an answer is for exactly this. */
  readonly digest: string;
  /** What the answer must bring. */
  readonly schema?: FormSchema | undefined;
  readonly expiresAt: number;
  /** How it was settled; absent while it is open. */
  readonly answer?: Answer<unknown>;
}

export interface OutsideAnswers {
  /** Makes an elicitation known; one that is known already stays as it is, unless something else was asked then. */
  open(id: string, ask: OutsideAsk): MaybePromise<void>;
  find(id: string): MaybePromise<OutsideAsk | undefined>;
  /** Settles an elicitation; the first answer wins. */
  settle(id: string, answer: Answer<unknown>): MaybePromise<"settled" | "already" | "unknown">;
  /**
   * Forgets an elicitation that ended otherwise. One that was settled stays, so that settling it again is harmless; not
   * beyond `keptUntil`, if that is given.
   */
  close(id: string, keptUntil?: number): MaybePromise<void>;
  /** Has an elicitation be forgotten at an instant, unless it is opened again before. */
  endAt(id: string, instant: number): MaybePromise<void>;
  /** Has `hear` told the answer, now or later, until the function is called. */
  wait(id: string, hear: (answer: Answer<unknown>) => void): Unsubscribe;
}

export interface OutsideAnswersOptions {
  readonly records: SealedRecords;
  readonly hints: Hints;
  readonly logger: Logger;
  /** Calls back now and then, until the function is called; absent where no other node could have written. */
  readonly lookAgain: ((look: () => void) => () => void) | undefined;
}

interface FoundAsk {
  readonly ask: OutsideAsk;
  readonly version: number;
}

export function createOutsideAnswers(options: OutsideAnswersOptions): OutsideAnswers {
  const { records, hints, logger, lookAgain } = options;
  const read = (id: string): MaybePromise<FoundAsk | undefined> =>
    andThen(
      records.find(recordKey(id)),
      // Written here.
      (found) => found && { ask: JSON.parse(found.text) as OutsideAsk, version: found.version },
    );
  const find: OutsideAnswers["find"] = (id) => andThen(read(id), (found) => found?.ask);

  const settle: OutsideAnswers["settle"] = (id, answer) =>
    andThen(read(id), (found) => {
      if (found === undefined) return "unknown";
      if (found.ask.answer !== undefined) return "already";
      const { expiresAt } = found.ask;
      const settled: OutsideAsk = { ...found.ask, answer };
      const written = records.put(recordKey(id), JSON.stringify(settled), {
        ifVersion: found.version,
        expiresAt,
      });
      return andThen(written, (isOurs) => {
        // Somebody else wrote meanwhile; then that is looked at.
        if (!isOurs) return settle(id, answer);
        hints.tell(topic(id), "");
        return "settled";
      });
    });

  function shorten(id: string, { ask, version }: FoundAsk, expiresAt: number): MaybePromise<void> {
    if (ask.expiresAt <= expiresAt) return;
    const text = JSON.stringify({ ...ask, expiresAt });
    // Written meanwhile: whoever did so has said how long it lives.
    return andThen(records.put(recordKey(id), text, { expiresAt, ifVersion: version }), () => undefined);
  }

  return {
    open(id, ask) {
      const text = JSON.stringify(ask);
      const { expiresAt } = ask;
      return andThen(records.put(recordKey(id), text, { ifVersion: 0, expiresAt }), (isNew) => {
        if (isNew) return;
        return andThen(read(id), (known) => {
          // Its time begins anew with every round.
          const kept = known?.ask.digest === ask.digest ? JSON.stringify({ ...known.ask, expiresAt }) : text;
          return andThen(
            // One that other keys sealed is not this node's to write over.
            records.put(recordKey(id), kept, { expiresAt, ifVersion: known?.version ?? 0 }),
            // Settled meanwhile: then that is kept.
            () => undefined,
          );
        });
      });
    },
    find,
    settle,
    close: (id, keptUntil = Infinity) =>
      andThen(read(id), (found) => {
        if (found === undefined) return;
        if (found.ask.answer !== undefined) return shorten(id, found, keptUntil);
        return andThen(records.remove(recordKey(id), found.version), () => undefined);
      }),
    endAt: (id, instant) => andThen(read(id), (found) => found && shorten(id, found, instant)),
    wait(id, hear) {
      const look = (): void =>
        void recover(
          () => andThen(find(id), (ask) => void (ask?.answer && hear(ask.answer))),
          (error) => logger.error("An answer could not be read.", { error }),
        );
      const stopHearing = hints.hear(topic(id), look, look);
      // Another node may have settled it without a word.
      const stopLooking = lookAgain?.(look);
      return () => {
        stopHearing();
        stopLooking?.();
      };
    },
  };
}

const recordKey = (id: string): string => `asked:${id}`;
const topic = (id: string): string => `answered:${id}`;
