#!/usr/bin/env node
// The program `beckon`: the process around one command line.

import { codeOf } from "./frame/exit-codes.js";
import type { Surroundings } from "./frame/surroundings.js";
import { run } from "./run.js";

const stop = new AbortController();
const onSignal = (): void => {
  // Whoever asks twice does not want to wait for an orderly end.
  if (stop.signal.aborted) process.exit(codeOf("interrupted"));
  stop.abort(new Error("Interrupted."));
};
const listen = (): void => void process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
const unlisten = (): void => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal);

const surroundings: Surroundings = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
  interrupt: onSignal,
  endAtHangUp() {
    // A terminal that is closed says so more than once: the shell in it does too.
    const onHangUp = (): void => stop.abort(new Error("Interrupted."));
    process.on("SIGHUP", onHangUp);
    return () => process.off("SIGHUP", onHangUp);
  },
  leaveSignals() {
    unlisten();
    return listen;
  },
};

// Who reads our output may have seen enough, as `head` has.
for (const output of [process.stdout, process.stderr])
  output.on("error", (error: NodeJS.ErrnoException) => {
    // A terminal that is closed takes no more; what has begun still ends in order.
    if (error.code === "EIO") return;
    if (error.code !== "EPIPE") throw error;
    process.exit(codeOf("done"));
  });

listen();
const code = await run(process.argv.slice(2), surroundings);
// What is written goes out first. Nothing that is left open, such as a connection, holds the end up.
for (const output of [process.stdout, process.stderr])
  await new Promise<void>((resolve) => output.write("", () => resolve()));
process.exit(code);
