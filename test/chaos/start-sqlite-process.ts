// Starts processes on a SQLite file, and reads what they say line by line.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface SqliteProcess {
  readonly child: ChildProcess;
  /** The lines of standard output; ends with the process. */
  readonly lines: AsyncIterable<string>;
  /** Resolves with what it said on standard error when it is gone, however it went. */
  readonly gone: Promise<string>;
}

const script = fileURLToPath(new URL("./sqlite-process.mjs", import.meta.url));

/** Starts one, which ends with its test. `maxFileBlocks` is how large files may get in it, in the shell's blocks: as good as a full disk. */
export function startSqliteProcess(
  job: string,
  path: string,
  name: string,
  argument = "",
  maxFileBlocks?: number,
): SqliteProcess {
  if (!existsSync(new URL("../../dist/engines/sqlite/index.js", import.meta.url)))
    throw new Error("The chaos tests run the built package. Run `npm run build` first.");
  const command = [process.execPath, script, job, path, name, argument];
  const limited = ["sh", "-c", `trap '' XFSZ; ulimit -f ${maxFileBlocks}; exec "$@"`, "sh", ...command];
  const [program = "", ...values] = maxFileBlocks === undefined ? command : limited;
  const child = spawn(program, values, { stdio: ["pipe", "pipe", "pipe"] });
  // However the test goes, nothing of it goes on.
  onTestFinished(() => void child.kill("SIGKILL"));
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaints += chunk;
  });
  const gone = once(child, "close").then(() => complaints);
  return { child, lines: createInterface({ input: child.stdout }), gone };
}
