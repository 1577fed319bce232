// What can go wrong between the rounds of a run, on purpose.

import { BeckonError } from "../../core/errors.js";

/**
 * What goes wrong in every round but the first, which brings no state to come back with. In the legacy era, where the
 * handler is never suspended, nothing of it happens.
 */
export interface Faults {
  /** The reply is lost, and the client sends the same again. */
  readonly dropReply?: boolean;
  /** The client sends the same twice at once. */
  readonly duplicateRetry?: boolean;
  /** The client changes the state that it was given. */
  readonly tamperState?: boolean;
  /** Every round meets a server that was made just then. Needs a function that makes servers which share keys. */
  readonly restartBetweenRounds?: boolean;
  /** The rounds take turns at two servers. Needs a function that makes servers which share keys. */
  readonly twoServers?: boolean;
  /** The client comes back without answers first, so that the handler runs once more than it must. */
  readonly forceReplay?: boolean;
  /** Of several questions the client answers one at a time, so that the handler runs once for each. */
  readonly answerOneByOne?: boolean;
}

const KNOWN: Readonly<Record<keyof Faults, true>> = {
  dropReply: true,
  duplicateRetry: true,
  tamperState: true,
  restartBetweenRounds: true,
  twoServers: true,
  forceReplay: true,
  answerOneByOne: true,
};

/** Refuses a fault that there is not: the test would pass without it. */
export function checkFaults(faults: Faults): void {
  const unknown = Object.keys(faults).find((name) => !Object.hasOwn(KNOWN, name));
  if (unknown !== undefined)
    throw new BeckonError(
      "invalid-option",
      `There is no fault ${unknown}. Choose from ${Object.keys(KNOWN).join(", ")}.`,
    );
}

/** The state with one of its characters changed. */
export function tampered(state: string): string {
  const middle = Math.floor(state.length / 2);
  const other = state[middle] === "A" ? "B" : "A";
  return state.slice(0, middle) + other + state.slice(middle + 1);
}
