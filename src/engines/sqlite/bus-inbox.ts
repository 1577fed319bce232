// What other processes tell this one: its socket, and its row among the nodes.

import { access } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { isObject } from "../../core/json.js";
import { type BusAddress, makeAddress, removeAddress } from "./bus-address.js";
import type { Database } from "./database.js";
import type { Turns } from "./turns.js";

/** Takes the messages of a line's sender. */
export type Deliver = (topic: string, message: string) => void;

/** The socket of this process. */
export interface BusInbox {
  /** The id of this node; absent while it does not listen. */
  id(): string | undefined;
  /** Listens, and settles when every process can know of it. */
  open(): Promise<void>;
  /** Listens anew if somebody took this process for dead. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How often a place is made before it is given up. */
const maxAttempts = 20;

interface Listening extends BusAddress {
  readonly server: Server;
  readonly senders: Set<Socket>;
}

/** Creates the inbox of a process that listens to nothing yet. */
export function createBusInbox(
  database: Database,
  turns: Turns,
  deliver: Deliver,
  onError: (error: unknown) => void,
): BusInbox {
  const register = database.command("INSERT INTO nodes (id, address) VALUES (?, ?)");
  const deregister = database.command("DELETE FROM nodes WHERE id = ?");
  const isRegistered = database.query("SELECT 1 FROM nodes WHERE id = ?");
  let opening: Promise<Listening> | undefined;
  let checking: Promise<void> | undefined;
  let current: Listening | undefined;
  let isClosed = false;

  async function listen(): Promise<Listening> {
    const senders = new Set<Socket>();
    const server = createServer((socket) => {
      senders.add(socket);
      socket.once("close", () => senders.delete(socket));
      receive(socket, deliver, onError);
      socket.unref();
    });
    const place = await bind(server, database.path);
    server.on("error", onError);
    // Listening to hints keeps no process alive.
    server.unref();
    const listening = { ...place, server, senders };
    const before = current;
    // Known here before it is known anywhere, so that this process never writes to itself.
    current = listening;
    try {
      await turns.write(() => void register.run(place.id, place.address));
    } catch (error) {
      current = before;
      await stop(listening);
      throw error;
    }
    return listening;
  }

  async function stop({ server, senders, address }: Listening): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of senders) socket.destroy();
    await closed;
    await removeAddress(address);
  }

  return {
    id: () => current?.id,
    async open() {
      opening ??= listen();
      try {
        await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    check() {
      checking ??= listenAnew().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    async close() {
      isClosed = true;
      const known = current;
      // Asked for at once: soon nothing more can be.
      const left = known && turns.write(() => void deregister.run(known.id));
      await left?.catch(onError);
      if (known) await stop(known);
      // Who asked for these has heard what became of them.
      await Promise.allSettled([opening, checking]);
    },
  };

  async function listenAnew(): Promise<void> {
    const known = current;
    if (known === undefined || (await isReachable(known)) || isClosed) return;
    opening = listen();
    await opening;
    try {
      await turns.write(() => void deregister.run(known.id));
    } finally {
      await stop(known);
    }
  }

  async function isReachable({ id, address }: Listening): Promise<boolean> {
    if ((await turns.read(() => isRegistered.first(id))) === undefined) return false;
    if (process.platform === "win32") return true;
    return access(address).then(
      () => true,
      () => false,
    );
  }
}

/** Listens at a new place. */
async function bind(server: Server, databasePath: string): Promise<BusAddress> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bindOnce(server, databasePath);
    } catch (error) {
      if (attempt === maxAttempts || !isGone(error)) throw error;
    }
  }
}

/** All in one go, so that the empty directory is there for as short as can be. */
function bindOnce(server: Server, databasePath: string): Promise<BusAddress> {
  return new Promise((resolve, reject) => {
    const place = makeAddress(databasePath);
    server.once("error", reject);
    server.listen(place.address, () => {
      server.off("error", reject);
      resolve(place);
    });
  });
}

/** True when another process that closed took the empty directory away in between. Node says so in two ways. */
function isGone(error: unknown): boolean {
  return isObject(error) && (error.code === "ENOENT" || error.code === "EACCES");
}

/** Reads lines, each a JSON array of topic and message. */
function receive(socket: Socket, deliver: Deliver, onError: (error: unknown) => void): void {
  let rest = "";
  socket.setEncoding("utf8");
  // A sender that goes away has nothing more to say.
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: string) => {
    if (rest.length + chunk.length > LONGEST_LINE) {
      onError(new Error(`Somebody sent a line of more than ${LONGEST_LINE} characters to the bus.`));
      return void socket.destroy();
    }
    const lines = chunk.includes("\n") ? (rest + chunk).split("\n") : [rest + chunk];
    rest = lines.pop() ?? "";
    try {
      for (const line of lines) {
        const [topic, message] = JSON.parse(line) as readonly [string, string];
        deliver(topic, message);
      }
    } catch (error) {
      onError(error);
      socket.destroy();
    }
  });
}

/** More than any message is long. */
const LONGEST_LINE = 2 ** 24;
