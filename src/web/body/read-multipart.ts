// Reads a form with files as it comes: files go on piece by piece, and nothing is taken before the form has proved itself.

import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { bodyPieces } from "./body-pieces.js";
import { BodyProblem } from "./body-problem.js";
import { createPostedFields, decodeUtf8 } from "./posted-fields.js";
import { watchPieces } from "./watch-pieces.js";

/** A file of the form. */
export interface Upload {
  readonly control: string;
  readonly name: string;
  readonly type: string;
  readonly stream: AsyncIterable<Uint8Array>;
  /** Aborts when the rest of the form is not taken. */
  readonly signal: AbortSignal;
}

export interface MultipartOptions {
  /** How large all fields may be together. */
  readonly maxFieldBytes: number;
  /** How large the whole body may be. */
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** Told the fields that stand before the first file. Throws when they do not allow one. */
  readonly allowFiles: (fields: ReadonlyMap<string, readonly string[]>) => void;
  /** Takes a file, as much of it as is wanted. */
  readonly takeFile: (upload: Upload) => Promise<void>;
}

/** The fields of the form, once every file has been taken. */
export async function readMultipart(
  request: Request,
  options: MultipartOptions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { maxFieldBytes, maxBytes, maxFiles, allowFiles, takeFile } = options;
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const { fields, add } = createPostedFields();
  const broken = new AbortController();
  const streams = new Set<Readable>();
  let taken = Promise.resolve();
  let fieldBytes = 0;

  const parser = await createParser(request, maxFieldBytes, maxFiles);
  /** Ends the whole thing: whatever waits for the rest of a file hears of it. */
  const fail = (error: unknown): void => {
    if (broken.signal.aborted) return;
    broken.abort(error);
    for (const stream of streams) stream.destroy(toError(error));
    parser.destroy(toError(error));
  };
  parser.on("field", (name, value, _nameCut, isCut) => {
    try {
      // Read as Latin-1, which keeps every byte.
      const bytes = Buffer.from(value, "latin1");
      fieldBytes += bytes.byteLength + name.length;
      if (isCut || fieldBytes > maxFieldBytes) throw tooLarge();
      add(name, decodeUtf8(bytes));
    } catch (error) {
      fail(error);
    }
  });
  parser.on("file", (control, stream: Readable, name, _encoding, type) => {
    // Without a listener an upload that breaks off would end the process.
    stream.on("error", () => {});
    streams.add(stream);
    const take = async (): Promise<void> => {
      if (broken.signal.aborted) return;
      allowFiles(fields);
      // Whoever has read enough leaves the rest to be passed over, and does not break the form off.
      const pieces = { [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }) };
      await takeFile({ control, name: name ?? "", type, stream: pieces, signal: broken.signal });
      stream.resume();
      streams.delete(stream);
    };
    // One after the other: small files come all at once.
    taken = taken.then(take).catch(fail);
  });
  parser.on("filesLimit", () => fail(new BodyProblem(413, "It has more files than this page takes.")));
  parser.on("fieldsLimit", () => fail(new BodyProblem(413, "It has too many fields.")));

  // What the parser itself stumbles over is the sender's doing. What is thrown here comes there after the fact.
  parser.on("error", (error) => fail(error instanceof BodyProblem ? error : notBuilt()));
  try {
    if (request.body === null) throw new BodyProblem(400, "It has no content.");
    // The parser says nothing of parts without a head, and goes no further.
    const onStuck = (): void => fail(new BodyProblem(400, "It is not built as forms are."));
    const watch = watchPieces(limited(maxBytes)(bodyPieces(request)), { idle: () => taken, onStuck });
    await pipeline(watch.pieces, parser).finally(watch.stop);
    await taken;
  } catch (error) {
    fail(error);
    await taken;
  }
  if (broken.signal.aborted) throw broken.signal.reason;
  return fields;
}

async function createParser(request: Request, maxFieldBytes: number, maxFiles: number) {
  const { Busboy } = await import("@fastify/busboy");
  const limits = {
    fieldSize: maxFieldBytes,
    fields: 10_000,
    files: maxFiles,
    headerPairs: 20,
    headerSize: 8192,
  };
  try {
    return new Busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      defCharset: "latin1",
      limits,
    });
  } catch {
    throw notBuilt();
  }
}

/** Lets no more than this many bytes through. */
function limited(maxBytes: number) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const piece of source) {
      size += piece.byteLength;
      if (size > maxBytes) throw tooLarge();
      yield piece;
    }
  };
}

const notBuilt = (): BodyProblem => new BodyProblem(400, "It is not built as forms are, or broke off.");

const tooLarge = (): BodyProblem => new BodyProblem(413, "It is larger than this page takes.");

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
