// A lock between the processes of one machine: a file that only one of them can make.

import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { PRIVATE_MODE } from "../seal/private-file.js";
import { processPlace } from "./process-place.js";

export interface FileLock {
  /**
   * Does something while no other process, and nothing else in this one, holds the lock. `requireHeld` rejects when
   * another took it, as if this process had died: to be asked before what cannot be undone.
   */
  during<T>(work: (requireHeld: () => Promise<void>) => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Work under the lock takes milliseconds: whoever holds it for longer has died, perhaps on another machine. */
const STALE_MS = 30_000;
const PATIENCE_MS = 60_000;
const MOST_PAUSE_MS = 50;

export function openLock(path: string): FileLock {
  let last: Promise<unknown> = Promise.resolve();
  return {
    during(work) {
      const mine = last.then(() => held(path, work));
      // Whoever waits behind it has nothing to do with its failure.
      last = mine.catch(() => {});
      return mine;
    },
    idle: async () => void (await last),
  };
}

async function held<T>(path: string, work: (requireHeld: () => Promise<void>) => Promise<T>): Promise<T> {
  const holder = `${process.pid} ${randomUUID()}`;
  await acquire(path, holder);
  try {
    return await work(async () => {
      if ((await readHolder(path)) !== holder)
        throw new BeckonError("timed-out", `The lock ${path} was taken by another process. Try again.`);
    });
  } finally {
    // Not the lock of somebody who took this one for dead.
    if ((await readHolder(path)) === holder) await rm(path, { force: true });
  }
}

async function acquire(path: string, holder: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  const own = `${path}.${randomUUID()}`;
  // Linked and not written in place: a lock is there whole or not at all.
  await writeFile(own, `${holder} ${await processPlace()}`, { flag: "wx", mode: PRIVATE_MODE });
  try {
    for (let pauseMs = 1; !(await isMade(own, path)); pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)) {
      await breakStale(path);
      if (performance.now() > until)
        throw new BeckonError(
          "timed-out",
          `The lock ${path} is held by another process. Delete it if there is none.`,
        );
      await new Promise((resolve) => setTimeout(resolve, pauseMs * Math.random()));
    }
  } finally {
    await rm(own, { force: true });
  }
}

async function isMade(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (isObject(error) && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Takes a lock away whose holder has died. */
async function breakStale(path: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder === undefined || !(await isStale(path, holder))) return;
  const taken = `${path}.${randomUUID()}`;
  if (!(await isMoved(path, taken))) return;
  // Somebody may have been faster, and made a lock of their own: that one is put back.
  if ((await readHolder(taken)) !== holder) await isMade(taken, path);
  await rm(taken, { force: true });
}

async function isStale(path: string, holder: string): Promise<boolean> {
  const made = await orNothing(() => stat(path));
  if (made === undefined) return false;
  if (Date.now() - made.mtimeMs > STALE_MS) return true;
  const [, , place] = (await orNothing(() => readFile(path, "utf8")))?.split(" ") ?? [];
  // Elsewhere the same number is another process, or none.
  return place === (await processPlace()) && !isAlive(Number.parseInt(holder, 10));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is alive, too.
    return isObject(error) && error.code === "EPERM";
  }
}

async function isMoved(from: string, to: string): Promise<boolean> {
  return (await orNothing(() => rename(from, to).then(() => true))) ?? false;
}

/** Who made the lock, without the place that they are in. */
const readHolder = (path: string): Promise<string | undefined> =>
  orNothing(async () => (await readFile(path, "utf8")).split(" ", 2).join(" "));

/** `undefined` when the file is gone. */
async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isObject(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}
