// The media types of uploaded files: what is none is not kept.

import { expect, test } from "vitest";
import { created, createStage } from "./stage.js";

const schema = {
  type: "object",
  properties: { scans: { type: "file", maxBytes: 10, maxFiles: 1 } },
} as const;

async function* content(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
}

test.each([
  ["text/plain", "text/plain"],
  ["text/plain; charset=utf-8", "text/plain; charset=utf-8"],
  ["application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"],
  ["text/plain\u001b]0;title\u0007", "application/octet-stream"],
  ["text/plain\t", "application/octet-stream"],
  ["text/plain\u202e", "application/octet-stream"],
  ["picture", "application/octet-stream"],
  ["", "application/octet-stream"],
])("a file of the media type %j is kept as %s", async (type, kept) => {
  const { broker } = createStage();
  const id = await created(broker, { schema });
  const writing = await broker.files.write(id, { name: "a", type, maxBytes: 10 }, content());
  expect(writing.ok && writing.file.type).toBe(kept);
});
