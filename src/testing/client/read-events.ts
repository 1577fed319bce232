// Reads the messages of an event stream.

import type { JsonObject } from "../../core/json.js";

/** Hands over each message until the stream ends; gives the id of the last event that had one. */
export async function readEvents(
  response: Response,
  hear: (message: JsonObject) => void,
): Promise<string | undefined> {
  let lastId: string | undefined;
  let pending = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    const blocks = (pending + decoder.decode(bytes, { stream: true })).split("\n\n");
    pending = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = readFields(block);
      lastId = fields.get("id") ?? lastId;
      const data = fields.get("data") ?? "";
      // Written by the server under test.
      if (data !== "") hear(JSON.parse(data) as JsonObject);
    }
  }
  return lastId;
}

const readFields = (block: string): ReadonlyMap<string, string> =>
  new Map(
    block.split("\n").map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
