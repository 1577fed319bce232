// Asks the domain name system for every address of a name, within a time.

import type { Clock } from "../core/clock.js";
import type { MaybePromise } from "../core/maybe-promise.js";

/** One address: as text, or as `node:dns` gives it. */
type Answer = string | { readonly address: string };

/** Gives every address of a name. */
export type Lookup = (name: string) => MaybePromise<Answer | readonly Answer[]>;

/** What a lookup brought; `undefined` when it failed or took too long. */
export type Found = readonly string[] | undefined;

/** The lookup of the operating system. */
export const lookupHere: Lookup = async (name) => {
  const { lookup } = await import("node:dns/promises");
  return lookup(name, { all: true });
};

/** Looks a name up. Rejects only when the signal aborts. */
export function lookupHost(
  lookup: Lookup,
  name: string,
  limits: { readonly clock: Clock; readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Found> {
  const { clock, timeoutMs, signal } = limits;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => end(() => reject(signal?.reason));
    const timer = clock.setTimer(timeoutMs, () => end(() => resolve(undefined)));
    const end = (settle: () => void): void => {
      timer.cancel();
      signal?.removeEventListener("abort", onAbort);
      settle();
    };
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    void ask(lookup, name).then((found) => end(() => resolve(found)));
  });
}

/** A name that cannot be looked up has no address, for whatever reason. */
async function ask(lookup: Lookup, name: string): Promise<Found> {
  try {
    const answers = await lookup(name);
    return [answers].flat().map((answer) => (typeof answer === "string" ? answer : answer.address));
  } catch {
    return undefined;
  }
}
