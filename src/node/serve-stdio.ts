// Serves a server to the process that started this one, over standard input and output.

import type { Readable, Writable } from "node:stream";
import type { LineConnection } from "../server/line/line-connection.js";
import { openLine } from "../server/line/open-line.js";
import { type Server, transportParts } from "../server/server.js";
import { createLineSplitter } from "./line-splitter.js";

/** How to serve on stdio. */
export interface StdioOptions {
  /** Where messages come from, one a line. @default process.stdin */
  readonly input?: Readable;
  /** Where messages go. With the default, whatever else is written to it goes to standard error. @default process.stdout */
  readonly output?: Writable;
  /** A file that keeps the server's key, so that open questions survive its process; made when there is none. For servers without `keys`. */
  readonly keyFile?: string;
  /** How long calls may go on after the client closed its end, in milliseconds. @default 5000 */
  readonly graceMs?: number;
}

/** A served connection. */
export interface ServingStdio {
  /** Resolves when the client has closed its end, or the server was closed, and everything is done. */
  readonly closed: Promise<void>;
  /** Closes the whole `Server`, not only this connection. */
  close(): Promise<void>;
}

const GRACE_MS = 5000;

/**
 * Serves the process that started this one, until the input ends or the server is closed. Fails when `connect` refuses.
 *
 * @example
 * import { createServer } from "beckon";
 * import { serveStdio } from "beckon/node";
 *
 * const server = createServer({ name: "tea", version: "1.0.0" });
 * await serveStdio(server);
 */
export async function serveStdio(server: Server, options: StdioOptions = {}): Promise<ServingStdio> {
  const { input = process.stdin, graceMs = GRACE_MS, keyFile } = options;
  if (keyFile !== undefined) await chooseKeys(server, keyFile);
  const output = options.output ?? process.stdout;
  let write: ((text: string) => void) | undefined = output.write.bind(output);
  let onClose = (): void => {};
  const line = await openLine(server[transportParts], {
    write: (text) => write?.(`${text}\n`),
    waitingBytes: () => output.writableLength,
    onClose: () => onClose(),
  });
  const stop = (): void => void server.close({ graceMs });
  const restore = options.output === undefined ? guardStdout() : undefined;
  const stopReading = readLines(input, line, stop);
  const stopWatching = watchOutput(output, stop);
  // The line is closed by the server, whoever closed that.
  const closed = new Promise<void>((resolve) => {
    onClose = () => {
      write = undefined;
      stopReading();
      stopWatching();
      void server.close().finally(() => {
        restore?.();
        resolve();
      });
    };
  });
  const close = (): Promise<void> => {
    stop();
    return closed;
  };
  return { closed, close };
}

/** The file's reader is loaded by those who have such a file. */
async function chooseKeys(server: Server, keyFile: string): Promise<void> {
  const { readKeyFile } = await import("../server/key-file.js");
  server[transportParts].server.chooseKeys(await readKeyFile(keyFile));
}

/** Hands lines to the connection until the function is called; `onEnd` hears when no more will come. */
function readLines(input: Readable, line: LineConnection, onEnd: () => void): () => void {
  const take = createLineSplitter(
    (text) => line.receive(text),
    (problem) => line.refuse(problem),
  );
  const end = (): void => {
    take("\n");
    onEnd();
  };
  input.setEncoding("utf8");
  input.on("data", take);
  input.on("end", end);
  input.on("error", onEnd);
  // One that is destroyed neither ends nor fails.
  input.on("close", onEnd);
  return () => {
    input.pause();
    input.off("data", take);
    input.off("end", end);
    input.off("error", onEnd);
    input.off("close", onEnd);
  };
}

/** Tells when the client is gone, which takes its end of the pipe along, until the function is called. */
function watchOutput(output: Writable, onGone: () => void): () => void {
  output.on("error", onGone);
  // What was written last may fail yet, and an error that nobody hears would end the process.
  const forget = (): void => void setImmediate(() => output.off("error", onGone));
  return () => {
    if (output.destroyed || output.writableEnded) forget();
    else output.write("", forget);
  };
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
