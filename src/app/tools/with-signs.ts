// Lets a client see that a call is alive while it waits for a person.

import type { Clock, Timer } from "../../core/clock.js";
import type { CallContext } from "../../server/context.js";

/** Often enough for clients that give up after a minute without a sign. */
const SIGN_MS = 10_000;

/** Does something, with progress notifications meanwhile to a client that wants them. */
export async function withSigns<T>(
  clock: Clock,
  ctx: Pick<CallContext, "progress">,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  let signs = 0;
  let timer: Timer | undefined;
  const sign = (): void => {
    signs += 1;
    ctx.progress(signs, undefined, message);
    timer = clock.setTimer(SIGN_MS, sign);
  };
  sign();
  try {
    return await work();
  } finally {
    timer?.cancel();
  }
}
