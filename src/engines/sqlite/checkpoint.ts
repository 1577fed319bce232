// Carries the write-ahead log over to the file, on a thread of its own: that waits for the disk, and the event loop must not.

import { statSync } from "node:fs";
import { loadLibsql } from "./load-libsql.js";

/** The checkpoints of one file. */
export interface Checkpoint {
  /**
   * Looks now and then whether the log has grown too long, after a turn of so many calls. Gives a promise to wait for before
   * the next turn, if it has by far.
   */
  afterTurn(calls: number): Promise<void> | undefined;
  /** Carries the rest over. */
  close(): Promise<void>;
}

/** From here on the log is carried over while others write. */
const longLogBytes = 24 * 2 ** 20;
/** From here on they wait: as long as somebody writes the log cannot begin anew. */
const tooLongLogBytes = 96 * 2 ** 20;
/** After how many calls the log is looked at: each adds a few pages to it, and to look costs as much as half a call. */
const callsPerLook = 32;

/** Creates the checkpoints of a file that is in WAL mode. */
export function createCheckpoint(path: string, onError: (error: unknown) => void): Checkpoint {
  const connection = new (loadLibsql().BackgroundConnection)(path, { timeout: 0 });
  let calls = 0;
  let running: Promise<void> | undefined;

  /** Never rejects: what could not be carried over now stays in the log, where it is as safe. */
  async function run(mode: "PASSIVE" | "TRUNCATE"): Promise<void> {
    try {
      await connection.exec(`PRAGMA wal_checkpoint(${mode})`);
    } catch (error) {
      onError(error);
    } finally {
      running = undefined;
    }
  }

  function logBytes(): number {
    try {
      return statSync(`${path}-wal`).size;
    } catch (error) {
      onError(error);
      return 0;
    }
  }

  return {
    afterTurn(made) {
      calls += made;
      if (calls < callsPerLook) return undefined;
      calls = 0;
      const size = logBytes();
      // Passive: takes what it can get without making anybody wait.
      if (size > longLogBytes) running ??= run("PASSIVE");
      return size > tooLongLogBytes ? running : undefined;
    },
    async close() {
      await running;
      // With nobody else on the file, all of it is in the file now.
      await run("TRUNCATE");
      connection.close();
    },
  };
}
