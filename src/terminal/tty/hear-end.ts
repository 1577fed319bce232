// Hears that a terminal has gone, however its streams say so.

import type { Streams } from "./streams.js";

const ENDS = ["end", "close", "error"] as const;

const ignore = (): void => {};

/**
 * Calls `onEnd` for everything that says so, until the function that is given back is called. A terminal that has gone
 * says it again then: at once when it is set, and in the next moment of what was written last. Nobody has to hear that.
 */
export function hearEnd({ input, output }: Streams, onEnd: () => void): () => void {
  for (const name of ENDS) input.on(name, onEnd);
  output.on("error", onEnd);
  return () => {
    for (const stream of [input, output]) stream.on("error", ignore);
    setImmediate(() => {
      for (const stream of [input, output]) stream.off("error", ignore);
    });
    for (const name of ENDS) input.off(name, onEnd);
    output.off("error", onEnd);
  };
}
