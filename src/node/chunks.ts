// The body of a response in chunks of HTTP/1.1, each written as one string: Node would write four pieces for a chunk.

import { ServerResponse } from "node:http";

/** Takes the framing of chunks over from a response whose head is written; false when that is not for us to do. */
export function takeChunks(response: ServerResponse): boolean {
  // Where somebody else has a hand in the body, compression for instance, Node's own framing comes after them.
  const isOurs = response.chunkedEncoding && isPlain(response);
  if (isOurs) response.chunkedEncoding = false;
  return isOurs;
}

const isPlain = ({ write, end }: ServerResponse): boolean =>
  write === ServerResponse.prototype.write && end === ServerResponse.prototype.end;

/** One chunk with a text, which is not empty: the empty chunk is the last. */
export const toChunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Ends a response whose chunks are framed here, with a last text if there is one. */
export function endChunks(response: ServerResponse, text: string): void {
  response.write(text === "" ? LAST_CHUNK : toChunk(text) + LAST_CHUNK);
  // Handed over before the end, it leaves as one string: `end` would have the system put two pieces together.
  response.socket?.uncork();
  response.end();
}

const LAST_CHUNK = "0\r\n\r\n";
