// A server in a process of its own, spoken to line by line.

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { LogWatcher } from "../clients/log-watcher.js";
import type { Message } from "./raw-http.js";

const program = resolve(import.meta.dirname, "../../../.cache/e2e/stdio.js");

export interface LineProcess extends AsyncDisposable {
  /** Writes text as it is. */
  write(text: string | Uint8Array): void;
  /** Writes one message. */
  send(message: object): void;
  /** The next line of the server's standard output, parsed; `undefined` at its end. */
  next(): Promise<Message | undefined>;
  /** Sends a request and gives the next line. */
  ask(id: number, method: string, params?: object): Promise<Message | undefined>;
  /** What is left of standard output until it ends, line by line. */
  rest(): Promise<readonly Message[]>;
  /** Closes the server's standard input. */
  end(): void;
  readonly log: LogWatcher;
  /** The code the process ended with. */
  readonly exit: Promise<number | null>;
}

/** Starts a server of `servers/stdio.ts`; `await using` ends it. */
export function startLine(...args: readonly string[]): LineProcess {
  const child = spawn(process.execPath, [program, ...args], { stdio: "pipe" });
  const exit = new Promise<number | null>((done) => child.once("close", done));
  const log = new LogWatcher();
  child.stderr.setEncoding("utf8").on("data", (text: string) => log.add(text));
  // A process that has ended takes nothing more; its exit says so.
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Message | undefined> => {
    const { done, value } = await lines.next();
    return done === true ? undefined : (JSON.parse(value) as Message);
  };
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    write: (text) => void child.stdin.write(text),
    send,
    next,
    ask: (id, method, params) => {
      send({ jsonrpc: "2.0", id, method, params });
      return next();
    },
    async rest() {
      const messages: Message[] = [];
      for (let message = await next(); message; message = await next()) messages.push(message);
      return messages;
    },
    end: () => void child.stdin.end(),
    log,
    exit,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await exit;
    },
  };
}
