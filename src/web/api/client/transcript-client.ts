// The sessions of what is asked in a terminal, as a program uses them.

import type { ApiClient } from "../api-client.js";
import type { ApiRequest } from "./send-request.js";

/** Sends a request and reads what comes. */
type Read = <T>(request: ApiRequest) => Promise<T>;

export function createTranscriptClient(read: Read, at: (id: string) => string): ApiClient["transcript"] {
  const path = (id: string): string => `${at(id)}/transcript`;
  const say = async (id: string, json: object): Promise<number> =>
    (await read<{ entry: number }>({ method: "POST", path: path(id), json })).entry;
  return {
    read: (id, after, { waitSeconds, signal } = {}) =>
      read({
        path: path(id),
        query: { after, wait_seconds: waitSeconds },
        ...(signal !== undefined && { signal }),
      }),
    async say(id, line) {
      await say(id, { line });
    },
    ask: (id, form) => say(id, { form }),
    end: (id, result) => read({ method: "POST", path: `${at(id)}/end`, json: result }),
    async reply(id, answer) {
      await say(id, { answer });
    },
  };
}
