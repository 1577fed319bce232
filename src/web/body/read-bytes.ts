// Reads a body to its end, and no further than its limit.

import { bodyPieces } from "./body-pieces.js";
import { BodyProblem } from "./body-problem.js";

/** The body in one piece. Throws as soon as it is too large. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bodyPieces(request)) {
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const tooLarge = (): BodyProblem => new BodyProblem(413, "It is larger than this page takes.");
