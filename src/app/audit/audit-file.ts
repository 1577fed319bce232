// The file of the audit: whole lines, only ever added, on the disk before anybody counts on them.

import { constants, type FileHandle, open } from "node:fs/promises";
import { isObject } from "../../core/json.js";
import { isPrivate, PRIVATE_MODE } from "../../seal/private-file.js";
import { refuse } from "../state-folder.js";
import { isBrokenOff, readLine } from "./written-line.js";

/** How much of the end of a file is looked at. */
const TAIL_BYTES = 256 * 1024;
const NEWLINE = 10;
const { O_APPEND, O_CREAT, O_RDONLY, O_RDWR } = constants;
/** Where a link leads is for whoever made it to say. Windows has no such flag. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

/**
 * Opens the file, which is made if need be, so that what cannot be written, or is no audit, is known from the start.
 * Throws `invalid-option`.
 */
export async function requireAuditFile(path: string): Promise<void> {
  let file: FileHandle;
  try {
    file = await openToAdd(path);
  } catch (error) {
    const code = isObject(error) ? String(error.code) : "unknown";
    if (code === "ELOOP") refuse(`The audit ${path} is a link. Give the file itself with --audit.`);
    return refuse(
      `The audit cannot be written to ${path} (${code}). Give another file, or off, with --audit.`,
    );
  }
  try {
    await keepPrivate(file, path);
    if (!isAudit(await readEnd(file)))
      refuse(`The file ${path} does not end like an audit, and is left alone. Give another with --audit.`);
  } finally {
    await file.close();
  }
}

/** The last lines of the file, also a whole one without a newline, but none that was broken off. Empty without a file. */
export async function readLastLines(path: string): Promise<readonly string[]> {
  let file: FileHandle;
  try {
    file = await open(path, O_RDONLY | O_NOFOLLOW);
  } catch (error) {
    if (isObject(error) && error.code === "ENOENT") return [];
    throw error;
  }
  try {
    const { lines, rest } = await readEnd(file);
    return readLine(rest) === undefined ? lines : [...lines, rest];
  } finally {
    await file.close();
  }
}

/**
 * Adds lines, and resolves when the disk has them. The file is opened each time, so that it can be moved away. A line
 * of the audit that was broken off, by a crash or a full disk, is taken away first: it comes whole now.
 */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await openToAdd(path);
  try {
    await keepPrivate(file, path);
    await endWhole(file);
    await file.appendFile(lines.map((line) => `${line}\n`).join(""));
    await file.datasync();
  } finally {
    await file.close();
  }
}

const openToAdd = (path: string): Promise<FileHandle> =>
  open(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, PRIVATE_MODE);

/** What makes files in its place, as `logrotate` does, may make them for others too: that is mended while they are empty. */
async function keepPrivate(file: FileHandle, path: string): Promise<void> {
  const found = await file.stat();
  if (isPrivate(found)) return;
  if (found.size === 0) await file.chmod(PRIVATE_MODE);
  else refuse(`The audit ${path} can be read by others than its owner. Run chmod 600 on it.`);
}

/** What the end of a file is made of. */
interface End {
  readonly size: number;
  readonly lines: readonly string[];
  /** What stands after the last newline. */
  readonly rest: string;
  readonly restBytes: number;
}

async function endWhole(file: FileHandle): Promise<void> {
  if (await endsLine(file)) return;
  const { size, rest, restBytes } = await readEnd(file);
  // Lines are shorter than what is looked at.
  if (restBytes < TAIL_BYTES && isBrokenOff(rest)) await file.truncate(size - restBytes);
  // Whatever else it is, it is not ours to take away.
  else await file.appendFile("\n");
}

/** Almost always so: a byte says it, and the rest of the end need not be read before every line. */
async function endsLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === NEWLINE;
}

/** Lines may be left empty by hand. */
function isAudit({ size, lines, rest }: End): boolean {
  const last = lines.findLast((line) => line.trim() !== "");
  if (last !== undefined && readLine(last) === undefined) return false;
  if (rest !== "") return readLine(rest) !== undefined || isBrokenOff(rest);
  return size === 0 || last !== undefined;
}

async function readEnd(file: FileHandle): Promise<End> {
  const { size } = await file.stat();
  const length = Math.min(size, TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const tail = buffer.subarray(0, bytesRead);
  const restAt = tail.lastIndexOf(NEWLINE) + 1;
  const lines = tail.subarray(0, restAt).toString("utf8").split("\n").slice(0, -1);
  return {
    size,
    // The first may have begun before.
    lines: size > TAIL_BYTES ? lines.slice(1) : lines,
    rest: tail.subarray(restAt).toString("utf8"),
    restBytes: tail.length - restAt,
  };
}
