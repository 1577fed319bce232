// Whether the engine is open: one gate that all its parts ask, and through which they end together.

import { BeckonError } from "../../core/errors.js";

/** Open until it is closed, once. */
export interface Gate {
  /** Throws once the gate is closed. */
  check(): void;
  /** Says what to let go of when the gate closes. */
  whenClosed(release: () => void): void;
  /** Closes the gate. Closing twice is harmless. */
  close(): void;
}

/** Creates an open gate. */
export function createGate(): Gate {
  let closed = false;
  const releases: (() => void)[] = [];

  return {
    check() {
      if (closed) throw new BeckonError("closed", "The memory engine is closed. Create a new one.");
    },
    whenClosed(release) {
      releases.push(release);
    },
    close() {
      if (closed) return;
      closed = true;
      for (const release of releases) release();
    },
  };
}
