// Starts the server process of the chaos tests, and asks it things.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

export interface Memory {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
}

/** What the server holds: by its engine, its hooks and the process itself. */
export interface State {
  readonly sessions: number;
  readonly listeners: number;
  readonly terminated: number;
  readonly errors: number;
  readonly connections: number;
  readonly resources: Readonly<Record<string, number>>;
}

interface Answers {
  memory: Memory;
  state: State;
  advance: undefined;
  log: undefined;
  changed: undefined;
  quiet: unknown;
  flooded: unknown;
}

export interface ServerProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Of an HTTP server. */
  readonly port: number;
  /** What came on standard error so far. */
  readonly complaints: () => string;
  ask<Q extends keyof Answers>(question: Q, given?: unknown): Promise<Answers[Q]>;
}

/** Starts it; resolves when it is ready. Disposing ends it. */
export async function startServer(transport: "http" | "stdio"): Promise<ServerProcess> {
  if (!existsSync(new URL("../../dist/index.js", import.meta.url)))
    throw new Error("The chaos tests run the built package. Run `npm run build` first.");
  const child = fork(new URL("./server-process.mjs", import.meta.url), [transport], {
    execArgv: ["--expose-gc", "--max-old-space-size=2048"],
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  });
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    complaints += chunk;
  });
  const waiting = new Map<number, (answer: never) => void>();
  const ended = new Promise<never>((_, reject) => {
    child.once("exit", () => reject(new Error(`The server process ended. ${complaints}`)));
  });
  // Whoever waits for an answer hears of it; nobody else needs to.
  ended.catch(() => {});
  const started = new Promise<number>((resolve) => {
    child.on("message", (message: { ready?: true; port?: number; id: number; answer: never }) => {
      if (message.ready) resolve(message.port ?? 0);
      else waiting.get(message.id)?.(message.answer);
      waiting.delete(message.id);
    });
  });
  const port = await Promise.race([started, ended]);
  let asked = 0;
  return {
    child,
    port,
    complaints: () => complaints,
    ask(question, given) {
      const id = asked++;
      const answer = new Promise<never>((resolve) => waiting.set(id, resolve));
      child.send({ id, ask: question, with: given });
      return Promise.race([answer, ended]);
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
