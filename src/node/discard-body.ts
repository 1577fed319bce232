// What is left of a body that is too large.

import type { IncomingMessage } from "node:http";

/** How much is read for nothing before the connection is cut, in bytes. */
const MOST_DISCARDED = 16 * 1024 * 1024;

/**
 * Reads on and keeps nothing. Closing a connection with unread bytes on it would take the response back from its
 * sender before it could be read.
 */
export function discardBody(request: IncomingMessage): void {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_DISCARDED) request.destroy();
  });
}
