// What Beckon publishes on its diagnostics channels, awaited.

import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** The next event of a channel. Call it before what causes the event. */
export function nextEvent<T>(channel: string): Promise<T> {
  return new Promise((resolve) => {
    const hear = (event: unknown): void => {
      unsubscribe(channel, hear);
      resolve(event as T);
    };
    subscribe(channel, hear);
  });
}
