// Waits for the answer of an elicitation, wherever it is given.

import type { Answer, FormContent } from "../core/elicitation/answer.js";
import type { Deadlines } from "./deadlines.js";
import type { FeedFollower } from "./follow-feed.js";
import type { BrokerParts } from "./parts.js";
import { answerOf, findRecord } from "./read.js";

export interface WaitParts {
  readonly parts: BrokerParts;
  readonly follower: FeedFollower;
  readonly deadlines: Deadlines;
}

export async function waitForAnswer(
  { parts, follower, deadlines }: WaitParts,
  id: string,
  signal?: AbortSignal,
): Promise<Answer<FormContent> | undefined> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const leave = parts.waits.add(id, { done, fail });
    function end(): void {
      leave();
      signal?.removeEventListener("abort", abort);
    }
    function done(answer: Answer<FormContent> | undefined): void {
      end();
      resolve(answer);
    }
    function fail(error: unknown): void {
      end();
      reject(error);
    }
    function abort(): void {
      fail(signal?.reason);
    }
    signal?.addEventListener("abort", abort);
    look().catch(fail);

    /** Looks once after following has begun: what comes later is told by the feed. */
    async function look(): Promise<void> {
      await follower.begin();
      const record = await findRecord(parts, id);
      if (record === undefined) return done(undefined);
      const answer = answerOf(parts, record);
      if (answer !== undefined) return done(answer);
      if (record.expiresAt !== undefined) deadlines.note(record.expiresAt);
    }
  });
}
