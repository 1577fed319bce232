// A file in pieces: kept as it comes, and given as it is read.

import { BeckonError } from "../core/errors.js";
import type { FileWriting, NewFile } from "./broker.js";
import type { FileNote, FileRecords } from "./file-records.js";

/** How large the pieces are that a file is kept in. */
const PIECE = 64 * 2 ** 10;

/** How an upload goes on: as large as its field allows, and as what is kept already leaves room for. */
export interface Uploading extends Pick<NewFile, "maxBytes" | "signal"> {
  /** Says how large the file is about to be; gives why it may not be. */
  reserve(bytes: number): Promise<FileWriting | undefined>;
}

/** What was written, or why it may not be. */
export async function writePieces(
  records: FileRecords,
  id: string,
  stream: AsyncIterable<Uint8Array>,
  { maxBytes, signal, reserve }: Uploading,
): Promise<FileWriting | { readonly bytes: number; readonly pieces: number }> {
  let bytes = 0;
  let kept = 0;
  let pieces = 0;
  let waiting: Uint8Array[] = [];
  const keep = async (piece: Uint8Array): Promise<FileWriting | undefined> => {
    const refused = await reserve(kept + piece.byteLength);
    if (refused !== undefined) return refused;
    await records.writePiece(id, pieces, piece);
    kept += piece.byteLength;
    pieces += 1;
    return undefined;
  };
  const full = await reserve(0);
  if (full !== undefined) return full;
  for await (const chunk of stream) {
    signal?.throwIfAborted();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return { ok: false, reason: "too-large", maxBytes };
    waiting.push(chunk);
    if (bytes - kept < PIECE) continue;
    const all = Buffer.concat(waiting);
    let from = 0;
    for (; all.byteLength - from >= PIECE; from += PIECE) {
      const refused = await keep(all.subarray(from, from + PIECE));
      if (refused !== undefined) return refused;
    }
    waiting = [all.subarray(from)];
  }
  signal?.throwIfAborted();
  if (bytes > kept) {
    const refused = await keep(Buffer.concat(waiting));
    if (refused !== undefined) return refused;
  }
  return { bytes, pieces };
}

export function readPieces(
  records: FileRecords,
  id: string,
  { pieces }: FileNote,
): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next >= pieces) return controller.close();
        const piece = await records.readPiece(id, next);
        if (piece === undefined)
          return controller.error(new BeckonError("unreachable", "A file was deleted while it was read."));
        next += 1;
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
}
