// The file of the audit: whole lines, only ever added, on the disk before anybody counts on them.

import { type FileHandle, open } from "node:fs/promises";
import { isObject } from "../../core/json.js";
import { PRIVATE_MODE, requirePrivate } from "../../seal/private-file.js";
import { refuse } from "../state-folder.js";

/** How much of the end of a file is looked at. */
const TAIL_BYTES = 256 * 1024;
const NEWLINE = 10;

/** Opens the file, which is made if need be, so that what cannot be written is known from the start. Throws `invalid-option`. */
export async function requireAuditFile(path: string): Promise<void> {
  let file: FileHandle;
  try {
    file = await open(path, "a", PRIVATE_MODE);
  } catch (error) {
    const code = isObject(error) ? String(error.code) : "unknown";
    return refuse(
      `The audit cannot be written to ${path} (${code}). Give another file, or off, with --audit.`,
    );
  }
  await file.close();
  await requirePrivate("audit", path, "Run chmod 600 on it.", refuse);
}

/** The last lines of the file, without one that was broken off. Empty when there is none. */
export async function readLastLines(path: string): Promise<readonly string[]> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch (error) {
    if (isObject(error) && error.code === "ENOENT") return [];
    throw error;
  }
  try {
    const { size } = await file.stat();
    const tail = await readTail(file, size);
    const lines = tail
      .subarray(0, tail.lastIndexOf(NEWLINE) + 1)
      .toString("utf8")
      .split("\n");
    // The first may have begun before.
    return lines.slice(size > TAIL_BYTES ? 1 : 0, -1);
  } finally {
    await file.close();
  }
}

/**
 * Adds lines, and resolves when the disk has them. The file is opened each time, so that it can be moved away. A line
 * that was broken off, by a crash or a full disk, is taken away first: it comes whole now.
 */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, "a+", PRIVATE_MODE);
  try {
    await endWhole(file);
    await file.appendFile(lines.map((line) => `${line}\n`).join(""));
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function endWhole(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size === 0) return;
  const tail = await readTail(file, size);
  if (tail.at(-1) === NEWLINE) return;
  await file.truncate(size - tail.length + tail.lastIndexOf(NEWLINE) + 1);
}

async function readTail(file: FileHandle, size: number): Promise<Buffer> {
  const length = Math.min(size, TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.subarray(0, bytesRead);
}
