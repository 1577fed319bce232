// The files that come with answers: kept in sealed pieces among the engine's records, and deleted with their elicitation.

import type { FileReference, FormContent } from "../core/elicitation/answer.js";
import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import { withDefaults } from "../core/with-defaults.js";
import type { BrokerFiles, FileWriting, NewFile } from "./broker.js";
import { isOpenStatus, isOverdue } from "./change-record.js";
import { readPieces, writePieces } from "./file-pieces.js";
import { createFileRecords, type FileNote, type FileRecords } from "./file-records.js";
import { createFileRoom, type FileRoom } from "./file-room.js";
import type { BrokerParts } from "./parts.js";

/** How much may be uploaded. */
export interface BrokerFileLimits {
  /** How many files for one elicitation. @default 32 */
  readonly maxFiles?: number;
  /** How large all files of one elicitation may be together, in bytes; 64 MiB unless set. @default 67_108_864 */
  readonly maxBytes?: number;
  /** How large the files of all elicitations may be together, in bytes, as long as they are kept; 1 GiB unless set. @default 1_073_741_824 */
  readonly maxTotalBytes?: number;
}

export interface Files extends BrokerFiles {
  /** What in an answer is no file of its elicitation. */
  check(id: string, content: FormContent, fields: readonly string[]): MaybePromise<readonly Problem[]>;
  readonly records: FileRecords;
  readonly room: FileRoom;
}

const defaults = { maxFiles: 32, maxBytes: 64 * 2 ** 20, maxTotalBytes: 2 ** 30 };

export function createFiles(parts: BrokerParts, limits: BrokerFileLimits = {}): Files {
  const { maxFiles, maxBytes, maxTotalBytes } = withDefaults(defaults, limits);
  requireWhole("files.maxFiles", maxFiles);
  requireWhole("files.maxBytes", maxBytes);
  requireWhole("files.maxTotalBytes", maxTotalBytes);
  const records = createFileRecords(parts);
  const room = createFileRoom(parts.engine.records, maxTotalBytes);

  async function remove(id: string): Promise<void> {
    await room.give(await records.remove(id));
  }

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
    let noted = { bytes: 0, version: 0 };
    /** False when somebody has removed the file since. */
    const renote = async (changed: FileNote): Promise<boolean> => {
      const version = await records.note(id, changed, noted.version);
      if (version !== undefined) noted = { bytes: changed.bytes, version };
      return version !== undefined;
    };
    /** Of several uploads at once none slips through: each counts the others with its own size written already. */
    const reserve = async (bytes: number): Promise<FileWriting | undefined> => {
      const more = bytes - noted.bytes;
      if (!(await room.take(more))) return { ok: false, reason: "full", maxTotalBytes };
      let isNoted = false;
      try {
        isNoted = await renote({ ...note, bytes });
      } finally {
        if (!isNoted) await room.give(more);
      }
      return isNoted ? findExcess(elicitationId, id, bytes) : { ok: false, reason: "settled" };
    };
    try {
      const written = await writePieces(records, id, stream, { ...file, reserve });
      if ("ok" in written) {
        await remove(id);
        return written;
      }
      const isThere = await renote({ ...note, ...written, isWhole: true });
      const ended = await findRefusal(parts, elicitationId);
      if (ended === undefined && isThere)
        return { ok: true, file: { id, name: note.name, type: note.type, bytes: written.bytes } };
      await remove(id);
      return ended ?? { ok: false, reason: "settled" };
    } catch (error) {
      await remove(id);
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
    room,
    write,
    async open(file) {
      const note = await records.find(file.id);
      if (note?.isWhole !== true) return undefined;
      return readPieces(records, file.id, note);
    },
    remove: (file) => remove(file.id),
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
