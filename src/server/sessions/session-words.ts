// What the nodes of an engine tell each other about one session.

import { isObject } from "../../core/json.js";

/** The bus topic of a session. */
export const sessionTopic = (sessionId: string): string => `session:${sessionId}`;

/** One word on that topic. */
export type SessionWord =
  /** A JSON-RPC message for the session's own stream; one that may be lost is dropped when the client reads too slowly. */
  | { readonly message: string; readonly mayBeLost?: true }
  /** The node of that name claimed the session's stream: unless there is a higher claim, it writes the log from now on. */
  | { readonly takenBy: string; readonly claim: number }
  /** A client's reply to the request of that id is in the store. */
  | { readonly answered: string }
  /** The session is over. */
  | { readonly over: true };

export const writeWord = (word: SessionWord): string => JSON.stringify(word);

/** Reads a word; `undefined` for one that this version does not know. */
export function readWord(text: string): SessionWord | undefined {
  const word: unknown = JSON.parse(text);
  if (!isObject(word)) return undefined;
  if (typeof word.message === "string")
    return { message: word.message, ...(word.mayBeLost === true && { mayBeLost: true }) };
  if (typeof word.answered === "string") return { answered: word.answered };
  if (typeof word.takenBy === "string" && typeof word.claim === "number")
    return { takenBy: word.takenBy, claim: word.claim };
  return word.over === true ? { over: true } : undefined;
}
