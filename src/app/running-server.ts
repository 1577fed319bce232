// Where the server of a state folder can be reached while it runs: a file in the folder.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../core/json.js";
import { readPrivate, replacePrivate } from "../seal/private-file.js";
import { refuse } from "./state-folder.js";

const FILE = "server.json";

/** A server that runs, or that was killed. */
export interface RunningServer {
  /** Its origin. */
  readonly url: string;
  /** Its process. */
  readonly pid: number;
  /** Where its state lives, as its configuration says it. */
  readonly engine: string;
}

/** What a process has written down, and what was there before it. */
export interface Recorded {
  /** The server that ran already, and is not found while this one has its place. */
  readonly before: RunningServer | undefined;
  /** Takes it away again, unless another server has taken the place; one that was there before and still runs gets it back. */
  remove(): Promise<void>;
}

/** Writes it down; whoever starts last is found. */
export async function recordRunning(state: string, running: RunningServer): Promise<Recorded> {
  const before = await findOther(state);
  await writeRunning(state, running);
  return {
    before,
    async remove() {
      if ((await readRunning(state))?.pid !== running.pid) return;
      if (before !== undefined && isAlive(before.pid)) await writeRunning(state, before);
      else await rm(join(state, FILE), { force: true });
    },
  };
}

/** Writes it down where no other server runs; `undefined` where one does. */
export const recordUnlessOther = async (
  state: string,
  running: RunningServer,
): Promise<Recorded | undefined> =>
  (await findOther(state)) === undefined ? recordRunning(state, running) : undefined;

/** Puts a server in the place of whatever was written down. */
export const writeRunning = (state: string, running: RunningServer): Promise<void> =>
  replacePrivate(join(state, FILE), `${JSON.stringify(running)}\n`);

/**
 * What was written down; `undefined` when there is nothing to read. Refuses what others could have written: the token of
 * the folder is sent to where it says.
 */
export async function readRunning(state: string): Promise<RunningServer | undefined> {
  const remedy = "Take it away; the server writes it anew when it starts.";
  const text = await readPrivate("address of the server in", join(state, FILE), remedy, refuse);
  if (text === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    if (
      isObject(read) &&
      typeof read.url === "string" &&
      typeof read.pid === "number" &&
      typeof read.engine === "string" &&
      URL.canParse(read.url)
    )
      return { url: new URL(read.url).origin, pid: read.pid, engine: read.engine };
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The server that runs on this folder; `undefined` when there is none, or what was written down is of one that has ended. */
export async function findRunning(state: string): Promise<RunningServer | undefined> {
  const found = await readRunning(state);
  return found !== undefined && isAlive(found.pid) ? found : undefined;
}

/**
 * The same, of another process than this one, when it answers: the number of one that was killed is given out again, in a
 * container to the very next.
 */
export async function findOther(state: string): Promise<RunningServer | undefined> {
  const found = await findRunning(state);
  return found !== undefined && found.pid !== process.pid && (await isServing(found)) ? found : undefined;
}

/** How long a server that is busy may take to say that it is there. */
const ANSWER_MS = 2_000;

async function isServing({ url }: RunningServer): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(new URL("/healthz", url), { signal, redirect: "manual" });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    // Whoever takes the connection and is slow is there.
    return error instanceof DOMException && error.name === "TimeoutError";
  }
}

/** True for a process of ours that is there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // Gone, or somebody else's.
    return false;
  }
}
