// The files that come with answers: kept in sealed pieces among the engine's records, and deleted with their elicitation.

import type { FileReference, FormContent } from "../core/elicitation/answer.js";
import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import { withDefaults } from "../core/with-defaults.js";
import type { BrokerFiles, FileWriting, NewFile } from "./broker.js";
import { isOpenStatus, isOverdue } from "./change-record.js";
import { readPieces, writePieces } from "./file-pieces.js";
import { createFileRecords, type FileNote, type FileRecords } from "./file-records.js";
import { createFileRooms, type FileRooms } from "./file-room.js";
import type { BrokerParts } from "./parts.js";

/** How much may be uploaded. */
export interface BrokerFileLimits {
  /** How many files for one elicitation. @default 32 */
  readonly maxFiles?: number;
  /** How large all files of one elicitation may be together, in bytes; 64 MiB unless set. @default 67_108_864 */
  readonly maxBytes?: number;
  /** How large the files of all elicitations may be together, in bytes, as long as they are kept; 1 GiB unless set. @default 1_073_741_824 */
  readonly maxTotalBytes?: number;
  /**
   * How large the files of all elicitations that are asked for one principal may be together, in bytes; 256 MiB unless set.
   * Those that are asked for nobody who is known count together, for each asker. @default 268_435_456
   */
  readonly maxBytesPerPrincipal?: number;
}

export interface Files extends BrokerFiles {
  /** What in an answer is no file of its elicitation. */
  check(id: string, content: FormContent, fields: readonly string[]): MaybePromise<readonly Problem[]>;
  readonly records: FileRecords;
  readonly rooms: FileRooms;
}

const defaults = {
  maxFiles: 32,
  maxBytes: 64 * 2 ** 20,
  maxTotalBytes: 2 ** 30,
  maxBytesPerPrincipal: 256 * 2 ** 20,
};

export function createFiles(parts: BrokerParts, limits: BrokerFileLimits = {}): Files {
  const { maxFiles, maxBytes, maxTotalBytes, maxBytesPerPrincipal } = withDefaults(defaults, limits);
  requireWhole("files.maxFiles", maxFiles);
  requireWhole("files.maxBytes", maxBytes);
  requireWhole("files.maxTotalBytes", maxTotalBytes);
  requireWhole("files.maxBytesPerPrincipal", maxBytesPerPrincipal);
  const records = createFileRecords(parts);
  const rooms = createFileRooms(parts, { maxTotalBytes, maxBytesPerPrincipal });

  async function remove(id: string): Promise<void> {
    const note = await records.remove(id);
    if (note !== undefined) await give(note.owner, note.bytes);
  }

  async function give(owner: string, bytes: number): Promise<void> {
    await rooms.all.give(bytes);
    await rooms.of(owner).give(bytes);
  }

  /** Why there is no room for so many bytes more; if there is, they are taken. */
  async function take(owner: string, bytes: number): Promise<FileWriting | undefined> {
    if (!(await rooms.of(owner).take(bytes)))
      return { ok: false, reason: "full-for-principal", maxBytesPerPrincipal };
    let isTaken = false;
    try {
      isTaken = await rooms.all.take(bytes);
    } finally {
      if (!isTaken) await rooms.of(owner).give(bytes);
    }
    return isTaken ? undefined : { ok: false, reason: "full", maxTotalBytes };
  }

  async function write(
    elicitationId: string,
    given: NewFile,
    stream: AsyncIterable<Uint8Array>,
  ): Promise<FileWriting> {
    requireNewFile(given);
    const file = { ...given, type: plainType(given.type) };
    file.signal?.throwIfAborted();
    const found = await findOpen(parts, elicitationId);
    if (!("id" in found)) return found;
    const owner = ownerOf(found);
    const id = `${elicitationId}~${parts.newId()}`;
    const note: FileNote = {
      name: plainName(file.name),
      type: file.type,
      owner,
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
      const full = await take(owner, more);
      if (full !== undefined) return full;
      let isNoted = false;
      try {
        isNoted = await renote({ ...note, bytes });
      } finally {
        if (!isNoted) await give(owner, more);
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
      const found = await findOpen(parts, elicitationId);
      if ("id" in found && isThere)
        return { ok: true, file: { id, name: note.name, type: note.type, bytes: written.bytes } };
      await remove(id);
      return "id" in found ? { ok: false, reason: "settled" } : found;
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
    rooms,
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

/** The record of an elicitation that is open, or why nothing can be uploaded for it. */
async function findOpen(
  { engine, clock }: BrokerParts,
  id: string,
): Promise<ElicitationRecord | { readonly ok: false; readonly reason: "unknown" | "settled" }> {
  const record = await engine.elicitations.get(id);
  if (record === undefined) return { ok: false, reason: "unknown" };
  return isOpenStatus(record.status) && !isOverdue(record, clock.now())
    ? record
    : { ok: false, reason: "settled" };
}

/** As open ones are counted: by principal, and by asker where nobody is known. */
const ownerOf = ({ principal, asker }: ElicitationRecord): string =>
  principal === undefined ? `asker ${asker}` : `principal ${principal}`;

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
