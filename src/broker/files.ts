// The files that come with answers: kept in sealed pieces among the engine's records, and deleted with their elicitation.

import type { FileReference, FormContent } from "../core/elicitation/answer.js";
import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import { withDefaults } from "../core/with-defaults.js";
import type { BrokerFiles, FileWriting, NewFile } from "./broker.js";
import { isOpenStatus, isOverdue } from "./change-record.js";
import { createFileRecords, type FileNote, type FileRecords } from "./file-records.js";
import type { BrokerParts } from "./parts.js";

/** How much may be uploaded for one elicitation. */
export interface BrokerFileLimits {
  /** How many files. @default 32 */
  readonly maxFiles?: number;
  /** How large all of them may be together, in bytes; 64 MiB unless set. @default 67_108_864 */
  readonly maxBytes?: number;
}

export interface Files extends BrokerFiles {
  /** What in an answer is no file of its elicitation. */
  check(id: string, content: FormContent, fields: readonly string[]): MaybePromise<readonly Problem[]>;
  readonly records: FileRecords;
}

const defaults = { maxFiles: 32, maxBytes: 64 * 2 ** 20 };
/** How large the pieces are that a file is kept in. */
const PIECE = 64 * 2 ** 10;

export function createFiles(parts: BrokerParts, limits: BrokerFileLimits = {}): Files {
  const { maxFiles, maxBytes } = withDefaults(defaults, limits);
  requireWhole("files.maxFiles", maxFiles);
  requireWhole("files.maxBytes", maxBytes);
  const records = createFileRecords(parts);

  async function write(
    elicitationId: string,
    given: NewFile,
    stream: AsyncIterable<Uint8Array>,
  ): Promise<FileWriting> {
    requireNewFile(given);
    const file = { ...given, type: plainType(given.type) };
    file.signal?.throwIfAborted();
    const refused = await findRefusal(parts, elicitationId);
    if (refused !== undefined) return refused;
    const id = `${elicitationId}~${parts.newId()}`;
    const note: FileNote = {
      name: plainName(file.name),
      type: file.type,
      bytes: 0,
      pieces: 0,
      startedAt: parts.clock.now(),
      isWhole: false,
    };
    /** Of several uploads at once none slips through: each counts the others with its own size written already. */
    const reserve = async (bytes: number): Promise<FileWriting | undefined> => {
      await records.note(id, { ...note, bytes });
      return findExcess(elicitationId, id, bytes);
    };
    try {
      const written = await writePieces(records, id, stream, { ...file, reserve });
      if ("ok" in written) {
        await records.remove(id);
        return written;
      }
      await records.note(id, { ...note, ...written, isWhole: true });
      const ended = await findRefusal(parts, elicitationId);
      if (ended === undefined)
        return { ok: true, file: { id, name: note.name, type: note.type, bytes: written.bytes } };
      await records.remove(id);
      return ended;
    } catch (error) {
      await records.remove(id);
      throw error;
    }
  }

  async function findExcess(
    elicitationId: string,
    id: string,
    bytes: number,
  ): Promise<FileWriting | undefined> {
    const others = (await records.of(elicitationId)).filter((one) => one.id !== id);
    if (others.length >= maxFiles) return { ok: false, reason: "too-many", maxFiles };
    const left = maxBytes - others.reduce((sum, { note }) => sum + (note?.bytes ?? 0), 0);
    return bytes > left || left <= 0
      ? { ok: false, reason: "too-large", maxBytes: Math.max(0, left) }
      : undefined;
  }

  return {
    records,
    write,
    async open(file) {
      const note = await records.find(file.id);
      if (note?.isWhole !== true) return undefined;
      return readPieces(records, file.id, note);
    },
    remove: (file) => records.remove(file.id),
    check(id, content, fields) {
      const checks = fields.flatMap((field) => {
        // The form was checked: a field for files holds a list of them.
        const files = (content[field] ?? []) as readonly FileReference[];
        return files.map((file) =>
          andThen(isFileOf(records, id, file), (isOwn) => (isOwn ? [] : [notUploaded(field)])),
        );
      });
      return checks.some(isPromise)
        ? Promise.all(checks).then((found) => found.flat())
        : // None of them is a promise.
          (checks as readonly (readonly Problem[])[]).flat();
    },
  };
}

const notUploaded = (path: string): Problem => ({ path, message: "names a file that was not uploaded here" });

function isFileOf(records: FileRecords, elicitationId: string, file: FileReference): MaybePromise<boolean> {
  if (!file.id.startsWith(`${elicitationId}~`)) return false;
  return andThen(
    records.find(file.id),
    (note) =>
      note?.isWhole === true &&
      note.bytes === file.bytes &&
      note.name === file.name &&
      note.type === file.type,
  );
}

async function findRefusal(
  { engine, clock }: BrokerParts,
  id: string,
): Promise<{ readonly ok: false; readonly reason: "unknown" | "settled" } | undefined> {
  const record = await engine.elicitations.get(id);
  if (record === undefined) return { ok: false, reason: "unknown" };
  return isOpenStatus(record.status) && !isOverdue(record, clock.now())
    ? undefined
    : { ok: false, reason: "settled" };
}

/** How an upload goes on: as large as its field allows, and as what is kept already leaves room for. */
interface Uploading extends Pick<NewFile, "maxBytes" | "signal"> {
  /** Says how large the file is about to be; gives why it may not be. */
  reserve(bytes: number): Promise<FileWriting | undefined>;
}

/** What was written, or why it may not be. */
async function writePieces(
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

function readPieces(records: FileRecords, id: string, { pieces }: FileNote): ReadableStream<Uint8Array> {
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

const LONGEST_NAME = 255;

/** Without folders and what could steer a terminal, and not too long. */
const plainName = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .slice(-LONGEST_NAME) || "file";

/** A media type and nothing else: people look at it, and programs go by it. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+-]+=[\w.+"-]+)*$/;

const plainType = (type: string): string => (MEDIA_TYPE.test(type) ? type : "application/octet-stream");

function requireNewFile({ name, type, maxBytes }: NewFile): void {
  if (typeof name !== "string" || typeof type !== "string" || type.length > LONGEST_NAME)
    throw new BeckonError("invalid-arguments", "A file has no name, or no media type of a sensible length.");
  if (!(Number.isSafeInteger(maxBytes) && maxBytes > 0))
    throw new BeckonError(
      "invalid-arguments",
      `maxBytes of a file is ${String(maxBytes)}. Give a whole number from 1 on.`,
    );
}

function requireWhole(name: string, value: unknown): void {
  if (!(Number.isSafeInteger(value) && Number(value) > 0))
    throw new BeckonError("invalid-option", `${name} is ${String(value)}. Give a whole number from 1 on.`);
}
