// A client's connection to a server, without a socket.

import type { JsonObject } from "../../core/json.js";
import type { Server } from "../../server/server.js";

/** Carries messages to a server, and what comes back. */
export interface Wire {
  /** Sends a message; fails when it is known that no reply will come to it. */
  send(message: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** Opens a wire; `hear` is told each message from the server. */
export type OpenWire = (server: Server, hear: (message: JsonObject) => void) => Promise<Wire>;
