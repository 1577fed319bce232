// Starts and ends the processes of a service of several nodes.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A process that serves. */
export interface NodeProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
}

/** What a step did, what its handler knows of, that its node was taken for dead, or that it logged an error. */
export interface EffectLine {
  readonly did: "effect" | "seen" | "fenced" | "error";
  readonly trip: string;
  readonly runId: string;
  readonly key: string;
  readonly pid: number;
  /** Of an error. */
  readonly message?: string;
  readonly error?: string;
}

/** The files that nodes share. */
export interface Service extends Disposable {
  start(): Promise<NodeProcess>;
  /** Everything that steps did, in order. */
  effects(): readonly EffectLine[];
  /** What its processes wrote to the console, and how those ended that nobody ended. */
  readonly complaints: readonly string[];
}

export function createService(leaseMs: number): Service {
  if (!existsSync(new URL("../../dist/index.js", import.meta.url)))
    throw new Error("The chaos tests run the built package. Run `npm run build` first.");
  const folder = mkdtempSync(join(tmpdir(), "beckon-nodes-"));
  const [database, effects] = [join(folder, "state.db"), join(folder, "effects")];
  const children = new Set<ChildProcess>();
  const complaints: string[] = [];
  return {
    complaints,
    async start() {
      const child = fork(
        new URL("./node-process.mjs", import.meta.url),
        [database, effects, String(leaseMs)],
        { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [] },
      );
      children.add(child);
      child.stderr?.setEncoding("utf8").on("data", (text: string) => complaints.push(text));
      child.once("exit", (code, signal) => {
        if (signal !== "SIGKILL" && code !== 0) complaints.push(`A node ended with ${code ?? signal}.`);
      });
      child.once("exit", () => children.delete(child));
      const [{ port }] = (await Promise.race([
        once(child, "message"),
        once(child, "exit").then(() => Promise.reject(new Error("A node ended before it began."))),
      ])) as [{ port: number }];
      return { child, pid: child.pid ?? 0, url: `http://127.0.0.1:${port}/mcp` };
    },
    effects() {
      if (!existsSync(effects)) return [];
      const lines = readFileSync(effects, "utf8").split("\n").slice(0, -1);
      return lines.map((line) => JSON.parse(line) as EffectLine);
    },
    [Symbol.dispose]() {
      for (const child of children) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ends a process as the machine does: without a word. */
export async function killNode({ child }: NodeProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Ends a process in good order. */
export async function stopNode({ child }: NodeProcess): Promise<void> {
  const gone = once(child, "exit");
  child.send("stop");
  await gone;
}
