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

/** Writes it down; whoever starts last is found. */
export const writeRunning = (state: string, running: RunningServer): Promise<void> =>
  replacePrivate(join(state, FILE), `${JSON.stringify(running)}\n`);

/** Takes it away again, unless another server has taken the place. */
export async function removeRunning(state: string, { pid }: RunningServer): Promise<void> {
  if ((await readRunning(state))?.pid === pid) await rm(join(state, FILE), { force: true });
}

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

/** True for a process of ours that is there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // Gone, or somebody else's.
    return false;
  }
}
