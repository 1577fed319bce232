// The bus of processes on one file: listeners here are told directly, those elsewhere through their sockets.

import type { Clock, Timer } from "../../core/clock.js";
import type { Bus } from "../../core/engine/bus.js";
import { BeckonError } from "../../core/errors.js";
import { createBusInbox } from "./bus-inbox.js";
import { createBusPeers } from "./bus-peers.js";
import type { Database } from "./database.js";
import { createListeners } from "./listeners.js";
import type { Turns } from "./turns.js";

/** A bus that must be closed, before its database is. */
export interface SqliteBus extends Bus {
  close(): Promise<void>;
}

/** Creates the bus. Nothing is opened until somebody subscribes, or somebody else has. */
export function createSqliteBus(
  database: Database,
  turns: Turns,
  { clock, pollMs, onError }: { clock: Clock; pollMs: number; onError: (error: unknown) => void },
): SqliteBus {
  const listeners = createListeners(onError);
  const inbox = createBusInbox(database, turns, listeners.deliver, onError);
  const peers = createBusPeers(database, turns, inbox.id, onError);
  let isClosed = false;
  let timer: Timer | undefined;
  look();

  /** Finds the dead, and whether somebody took this process for dead. */
  function look(): void {
    peers.meet();
    inbox.check().catch((error: unknown) => {
      if (!isClosed) onError(error);
    });
    timer = clock.setTimer(pollMs, look);
  }

  const closedError = (): BeckonError =>
    new BeckonError("closed", "The SQLite engine is closed. Create a new one.");

  return {
    publish(topic, message) {
      if (isClosed) return Promise.reject(closedError());
      listeners.publish(topic, message);
      peers.send(`${JSON.stringify([topic, message])}\n`);
    },
    async subscribe(topic, listener) {
      if (isClosed) throw closedError();
      await inbox.open();
      if (isClosed) throw closedError();
      return listeners.add(topic, listener);
    },
    async close() {
      isClosed = true;
      timer?.cancel();
      listeners.clear();
      await Promise.all([inbox.close(), peers.close()]);
    },
  };
}
