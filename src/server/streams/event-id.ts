// Event ids: `<stream>.<sequence>`. The stream's id says what it is, so that one that is lost can be told from one that never was.

import { isRequestId, type RequestId } from "../../protocol/json-rpc.js";

/** The one stream of a session that belongs to no call. */
export const SESSION_STREAM = "s";

const MOST_ID_TEXT = 200;

/**
 * The id of a stream for the responses to these requests, from one that nobody can guess; it carries their ids as far as
 * they fit, and the node that writes it, where there are others.
 */
export function callStreamId(randomId: string, ids: readonly RequestId[], node?: string): string {
  const text = JSON.stringify(ids);
  const carried = text.length > MOST_ID_TEXT ? "" : Buffer.from(text).toString("base64url");
  return inOnePiece(`c${randomId}~${carried}${node === undefined ? "" : `~${node}`}`);
}

/** The same text, kept as one: each of the pieces that it is put together from would cost 32 bytes. */
const inOnePiece = (text: string): string => Buffer.from(text, "latin1").toString("latin1");

/** The node that began a stream. */
export const writerOf = (streamId: string): string | undefined => streamId.split("~")[2];

/** The requests whose responses a stream of that id was to carry. */
export function requestsOf(streamId: string): readonly RequestId[] {
  const [, carried = ""] = streamId.split("~");
  if (!streamId.startsWith("c") || carried === "") return [];
  try {
    const ids: unknown = JSON.parse(Buffer.from(carried, "base64url").toString());
    return Array.isArray(ids) ? ids.filter(isRequestId) : [];
  } catch {
    // Not an id of ours.
    return [];
  }
}

/** Where a client left off; `undefined` for what is no event id of ours. */
export function parseEventId(
  text: string,
): { readonly stream: string; readonly sequence: number } | undefined {
  const found = /^(s|c[\w-]{16}~[\w-]{0,300}(?:~[\w-]{1,32})?)\.(\d{1,12})$/.exec(text);
  return found?.[1] === undefined ? undefined : { stream: found[1], sequence: Number(found[2]) };
}

/** The key of a stream in the log: under its session, so that no other session can find it. */
export const logKey = (sessionId: string, streamId: string): string => `${sessionId}/${streamId}`;
