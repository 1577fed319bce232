// Where the files of a card go: through the API, which holds each against its field.

import { ApiError } from "../../api/api-error.js";
import type { ElicitationResource } from "../../api/resources.js";
import { type ComingFile, type FilePlace, type FileTaking, fileFields } from "../../form/accept-files.js";
import type { InboxVisit } from "../visit.js";
import { toQuestions } from "./load-card.js";

/** Every place of the round. */
export async function uploadPlaces(
  visit: InboxVisit,
  elicitations: readonly ElicitationResource[],
): Promise<ReadonlyMap<string, FilePlace>> {
  const places = new Map<string, FilePlace>();
  for (const { elicitation, prefix } of toQuestions(elicitations)) {
    for (const [control, { name, field }] of fileFields(elicitation.schema)) {
      const write: FilePlace["write"] = (file, stream) => upload(visit, elicitation.id, name, file, stream);
      places.set(prefix + control, { field, write, name: prefix + control });
    }
  }
  return places;
}

async function upload(
  { client }: InboxVisit,
  id: string,
  field: string,
  { name, type, maxBytes }: ComingFile,
  stream: AsyncIterable<Uint8Array>,
): Promise<FileTaking> {
  try {
    const body = toStream(stream);
    return { ok: true, file: await client.upload(id, { name, type, body, field }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409) return { ok: false, reason: "settled" };
    if (error.status === 404) return { ok: false, reason: "unknown" };
    if (error.code === "limited") return { ok: false, reason: "full" };
    if (error.status === 413) return { ok: false, reason: "too-large", maxBytes };
    throw error;
  }
}

function toStream(stream: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return?.()),
  });
}
