// The body of a response as a stream that fails where it gets too large.

import type { IncomingMessage } from "node:http";
import { BeckonError } from "../core/errors.js";

/** Who hears how a body ended. */
export interface BodyEnd {
  end(): void;
  /** Gives the error that the reader gets. */
  fail(error: unknown): unknown;
}

/** Reads a message at the pace of its reader. */
export function limitedBody(
  message: IncomingMessage,
  maxBytes: number,
  ending: BodyEnd,
): ReadableStream<Uint8Array> {
  const chunks = message[Symbol.asyncIterator]();
  let read = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // A message without encoding gives bytes.
        const { done, value } = (await chunks.next()) as IteratorResult<Buffer, undefined>;
        if (done) {
          ending.end();
          controller.close();
          return;
        }
        read += value.byteLength;
        if (read > maxBytes) throw tooLarge(maxBytes);
        controller.enqueue(new Uint8Array(value));
      } catch (error) {
        controller.error(ending.fail(error));
      }
    },
    cancel() {
      message.destroy();
      ending.end();
    },
  });
}

export const tooLarge = (maxBytes: number): BeckonError =>
  new BeckonError("too-large", `The response is larger than ${maxBytes} bytes. Raise maxBytes if it may be.`);
