// The ways in which a handler is tried: everything that a client and a network may do to it between its questions.

import type { Faults } from "../client/faults.js";
import type { Trial } from "./trial.js";

/** A way to try a handler in the modern era. */
export interface Way {
  readonly name: string;
  readonly faults: Faults;
  /** How many rounds it takes, for a handler that was tried without faults. */
  rounds(plain: Trial): number;
  /** True for one that needs several servers, which have the same keys. */
  readonly isSeveral?: boolean;
}

const roundsOf = ({ exchanges }: Trial): number => exchanges.length;

export const MODERN = "the modern era";

export const ways: readonly Way[] = [
  {
    name: `${MODERN}, answered one by one`,
    faults: { answerOneByOne: true },
    rounds: ({ questions }) => questions + 1,
  },
  {
    name: `${MODERN}, with every round run again`,
    faults: { forceReplay: true },
    rounds: (plain) => roundsOf(plain) * 2 - 1,
  },
  { name: `${MODERN}, with lost replies`, faults: { dropReply: true }, rounds: roundsOf },
  { name: `${MODERN}, with retries sent twice`, faults: { duplicateRetry: true }, rounds: roundsOf },
  {
    name: `${MODERN}, on a new server for every round`,
    faults: { restartBetweenRounds: true },
    rounds: roundsOf,
    isSeveral: true,
  },
  {
    name: `${MODERN}, at two servers in turn`,
    faults: { twoServers: true },
    rounds: roundsOf,
    isSeveral: true,
  },
];
