// Reads server-sent events from a response, one at a time.

import type { Message } from "./speak.js";

/** One event, comment or retry as it came. */
interface SseEvent {
  readonly id: string | undefined;
  /** The message in it; absent for comments, retries and priming events. */
  readonly message: Message | undefined;
  readonly comment: boolean;
  readonly retryMs: number | undefined;
}

/** A stream that is being read. */
export interface EventStream {
  readonly response: Response;
  /** The next event; `undefined` when the stream has ended. */
  next(): Promise<SseEvent | undefined>;
  /** The next message, whatever else comes before it; fails when the stream ends first. */
  message(): Promise<Message & { readonly eventId: string | undefined }>;
  /** Resolves when the stream ends; fails when a message comes instead. */
  ended(): Promise<void>;
  /** Closes the connection from this side. */
  close(): Promise<void>;
}

export function readEvents(response: Response): EventStream {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let pending = "";

  async function next(): Promise<SseEvent | undefined> {
    for (;;) {
      const end = pending.indexOf("\n\n");
      if (end >= 0) {
        const block = pending.slice(0, end);
        pending = pending.slice(end + 2);
        return toEvent(block);
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      pending += decoder.decode(value, { stream: true });
    }
  }

  return {
    response,
    next,
    async message() {
      for (let event = await next(); event !== undefined; event = await next())
        if (event.message) return { ...event.message, eventId: event.id };
      throw new Error("The stream ended before a message came.");
    },
    async ended() {
      for (let event = await next(); event !== undefined; event = await next())
        if (event.message) throw new Error(`A message came: ${JSON.stringify(event.message)}`);
    },
    close: () => reader.cancel(),
  };
}

function toEvent(block: string): SseEvent {
  const fields = new Map(
    block.split("\n").map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
    }),
  );
  const data = fields.get("data");
  const retry = fields.get("retry");
  return {
    id: fields.get("id"),
    message: data === undefined || data === "" ? undefined : (JSON.parse(data) as Message),
    comment: fields.has(""),
    retryMs: retry === undefined ? undefined : Number(retry),
  };
}
