// Gives the terminal back whatever ends the process: an exit, an error that nobody caught, a signal.

const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;

/** Calls `restore` if the process ends before the function that is given back was called. */
export function restoreAtEnd(restore: () => void): () => void {
  let isReleased = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    // Whoever else listens decides what becomes of the process; its exit comes by here again.
    if (isReleased || process.listenerCount(signal) > 1) return;
    restore();
    release();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    isReleased = true;
    process.off("exit", restore);
    process.off("uncaughtExceptionMonitor", restore);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  process.on("exit", restore);
  // Before the error is printed, so that it is printed where it can be read.
  process.on("uncaughtExceptionMonitor", restore);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return release;
}
