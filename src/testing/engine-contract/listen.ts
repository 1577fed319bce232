// A listener that keeps what it heard.

import type { Bus } from "../../core/engine/bus.js";

/** Hears a topic, keeps what it heard, and says when the message `last` has come. */
export async function listen(
  bus: Bus,
  topic: string,
): Promise<{ heard: string[]; until(last: string): Promise<void>; stop(): void }> {
  const heard: string[] = [];
  const waiting: { last: string; resolve: () => void }[] = [];
  const stop = await bus.subscribe(topic, (message) => {
    heard.push(message);
    for (const { last, resolve } of waiting) if (last === message) resolve();
  });
  const until = (last: string): Promise<void> =>
    new Promise((resolve) => {
      if (heard.includes(last)) resolve();
      else waiting.push({ last, resolve });
    });
  return { heard, until, stop };
}
