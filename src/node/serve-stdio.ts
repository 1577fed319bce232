// Serves a server to the process that started this one, over standard input and output.

import type { Readable, Writable } from "node:stream";
import { openLine } from "../server/line/line-connection.js";
import { httpParts, type Server } from "../server/server.js";
import { createLineSplitter } from "./line-splitter.js";

/** How to serve on stdio. */
export interface StdioOptions {
  /** @default process.stdin */
  readonly input?: Readable;
  /** @default process.stdout, of which everything else written to it is sent to standard error */
  readonly output?: Writable;
  /** How long calls may go on after the client closed its end, in milliseconds. @default 5000 */
  readonly graceMs?: number;
}

/** A served connection. */
export interface ServingStdio {
  /** Resolves when the client has closed its end and everything is done. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const GRACE_MS = 5000;

/** Serves until the input ends. */
export async function serveStdio(server: Server, options: StdioOptions = {}): Promise<ServingStdio> {
  const { input = process.stdin, graceMs = GRACE_MS } = options;
  const output = options.output ?? process.stdout;
  const write = output.write.bind(output);
  const line = await openLine(server[httpParts], (text) => void write(`${text}\n`));
  const restore = options.output === undefined ? guardStdout() : undefined;
  const split = createLineSplitter((text) => line.receive(text));

  let finish = (): void => {};
  const closed = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      input.pause();
      await server.close({ graceMs });
      await line.close();
      restore?.();
      finish();
    })();
    return closing;
  };
  input.setEncoding("utf8");
  input.on("data", (chunk: string) => split(chunk));
  input.once("end", () => {
    split("\n");
    void close();
  });
  input.on("error", () => void close());
  // A client that is gone takes its end of the pipe along.
  output.on("error", () => void close());
  return { closed, close };
}

/** Keeps standard output for the protocol: what others write to it goes to standard error, until the function is called. */
function guardStdout(): () => void {
  const { stdout, stderr } = process;
  const original = stdout.write;
  stdout.write = stderr.write.bind(stderr);
  return () => {
    stdout.write = original;
  };
}
