// The other processes on the file: a connection to each, and what is left of those that are gone.

import { connect, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers";
import { isObject } from "../../core/json.js";
import { removeAddress } from "./bus-address.js";
import { textAt } from "./columns.js";
import type { Database } from "./database.js";
import type { Turns } from "./turns.js";

/** Those who may want to hear. */
export interface BusPeers {
  /** Sends a line to every other node that there is now. */
  send(line: string): void;
  /** Connects to every other node, so that the dead are found without anything to say to them. */
  meet(): void;
  /** Sends what is under way, and hangs up. */
  close(): Promise<void>;
}

/** How much may wait for a process that does not read. What comes on top is lost to it: it is but a hint. */
const maxWaitingBytes = 4 * 2 ** 20;
/** How long what is told in a hurry may wait for more of it: who is there is read from the file, which takes its time. */
const hurryMs = 1;
/** How long a process that does not read may hold up the close. */
const hangUpMs = 500;

/** Creates the connections, none so far. */
export function createBusPeers(
  database: Database,
  turns: Turns,
  ownId: () => string | undefined,
  onError: (error: unknown) => void,
): BusPeers {
  const nodes = database.query("SELECT id, address FROM nodes");
  const another = database.query("SELECT 1 FROM nodes WHERE id IS NOT ? LIMIT 1");
  const bury = database.command("DELETE FROM nodes WHERE id = ?");
  const sockets = new Map<string, Socket>();
  /** Ends of burials that are under way. */
  const burials = new Set<Promise<void>>();
  /** Lines that go out in a moment, together: who is there is read once for all of them. */
  let waiting: string[] = [];
  let flushedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  /** Read each time, after what is sent was published: a node that has just come misses nothing. */
  function others(): readonly { id: string; address: string }[] {
    const own = ownId();
    // Mostly there is nobody, and every change is told.
    if (another.first(own) === undefined) return [];
    return nodes
      .all()
      .map((row) => ({ id: textAt(row, 0), address: textAt(row, 1) }))
      .filter(({ id }) => id !== own);
  }

  function socketTo({ id, address }: { id: string; address: string }): Socket {
    const known = sockets.get(id);
    if (known) return known;
    const socket = connect(address);
    sockets.set(id, socket);
    socket.unref();
    // Nothing comes this way but the end, which is heard only by who reads.
    socket.resume();
    socket.once("close", () => sockets.delete(id));
    socket.on("error", (error) => {
      socket.destroy();
      if (isNobody(error)) track(forget(id, address));
      else if (!isHangUp(error)) onError(error);
    });
    return socket;
  }

  function track(burial: Promise<void>): void {
    const done = burial.catch(onError).finally(() => burials.delete(done));
    burials.add(done);
  }

  /** Nobody listens there any more. Should somebody have been taken for dead, it registers again. */
  async function forget(id: string, address: string): Promise<void> {
    if (isClosed) return;
    await turns.write(() => void bury.run(id));
    await removeAddress(address);
  }

  function meet(): readonly Socket[] {
    try {
      return others().map(socketTo);
    } catch (error) {
      // The nodes could not be read. Whoever is connected is still told.
      onError(error);
      return [...sockets.values()];
    }
  }

  function flush(): void {
    if (waiting.length === 0) return;
    const lines = waiting.join("");
    waiting = [];
    flushedAt = performance.now();
    for (const socket of meet()) {
      if (socket.writableLength < maxWaitingBytes) socket.write(lines);
    }
  }

  return {
    send(line) {
      if (waiting.push(line) > 1) return;
      if (performance.now() - flushedAt > hurryMs) setImmediate(flush);
      else setTimeout(flush, hurryMs);
    },
    meet: () => void meet(),
    async close() {
      flush();
      isClosed = true;
      await Promise.all([...sockets.values()].map(hangUp));
      await Promise.all(burials);
    },
  };
}

function hangUp(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => socket.destroy(), hangUpMs);
    socket.once("close", () => {
      clearTimeout(late);
      resolve();
    });
    // What is still waiting goes out first.
    socket.end(() => socket.destroy());
    if (socket.destroyed) {
      clearTimeout(late);
      resolve();
    }
  });
}

/** True when the address has no process behind it. */
function isNobody(error: unknown): boolean {
  return isObject(error) && (error.code === "ECONNREFUSED" || error.code === "ENOENT");
}

/** True when the other side went away. */
function isHangUp(error: unknown): boolean {
  return isObject(error) && (error.code === "EPIPE" || error.code === "ECONNRESET");
}
