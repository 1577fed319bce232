// Reads JSON that somebody hands to a command: in the line itself, from a file, or from standard input.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf } from "../../core/message-of.js";
import { neutralLine } from "../../core/neutral-text.js";
import { CliError } from "./cli-error.js";
import type { Surroundings } from "./surroundings.js";

/** More is nothing that a person was asked for. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What `-` stands for: everything on standard input. */
export async function readStdin({ stdin }: Surroundings): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk);
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new CliError("usage", "There is too much on standard input.");
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The JSON in a file, or on standard input for `-`. `what` says what it is. */
export async function readJsonFile(what: string, path: string, surroundings: Surroundings): Promise<unknown> {
  if (/^\s*[[{]/.test(path))
    throw new CliError(
      "usage",
      `${what} was given itself where a file is named. Write it to a file and name that, or give - and send it to standard input.`,
    );
  const text = path === "-" ? await readStdin(surroundings) : await readText(what, path, surroundings);
  return parseJson(`${what} ${path === "-" ? "on standard input" : path}`, text);
}

/** The text of a file. */
export async function readText(what: string, path: string, { cwd }: Surroundings): Promise<string> {
  try {
    return await readFile(resolve(cwd, path), "utf8");
  } catch (error) {
    throw new CliError("usage", `${what} ${path} cannot be read: ${messageOf(error)}.`);
  }
}

/** Parses JSON, and says what it was for when it is none. */
export function parseJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError("usage", `${what} is no JSON: ${neutralLine(messageOf(error))}.`);
  }
}
