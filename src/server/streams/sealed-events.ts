// The event log, sealed where it leaves this process: what went out to a client is nobody else's to read.

import type { Engine } from "../../core/engine/engine.js";
import type { EventLog, LoggedEvent, LogPage } from "../../core/engine/event-log.js";
import { andThen } from "../../core/maybe-promise.js";
import type { KeyRing } from "../../seal/key-ring.js";
import { openToken, sealToken } from "../../seal/token.js";

/** The log of an engine; in the memory of this process there is nobody to keep it from. */
export function sealEvents({ events, shared, durable }: Engine, keys: () => KeyRing): EventLog {
  if (!shared && !durable) return events;
  const open = (stream: string, { sequence, data }: LoggedEvent): LoggedEvent | undefined => {
    const text = openToken(keys(), purposeOf(stream), data)?.toString();
    return text === undefined ? undefined : { sequence, data: text };
  };
  return {
    open: (stream) => events.open(stream),
    append: (stream, data) => events.append(stream, sealToken(keys(), purposeOf(stream), data)),
    read: (stream, after) =>
      andThen(events.read(stream, after), (page) => page && opened(page, (event) => open(stream, event))),
    end: (stream) => events.end(stream),
    drop: (stream) => events.drop(stream),
  };
}

/** An event is good in its own stream only. */
const purposeOf = (stream: string): string => `beckon event\n${stream}`;

/** What was sealed with a key that is no longer in the ring is gone, and so is what came before it. */
function opened(page: LogPage, open: (event: LoggedEvent) => LoggedEvent | undefined): LogPage {
  const events: LoggedEvent[] = [];
  let { evicted } = page;
  for (const event of page.events) {
    const read = open(event);
    if (read !== undefined) events.push(read);
    else {
      events.length = 0;
      evicted = true;
    }
  }
  return { events, evicted, ended: page.ended };
}
