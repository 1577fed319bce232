// The wire of stdio: one message a line, without the pipe.

import type { JsonObject } from "../../core/json.js";
import { openLine } from "../../server/line/open-line.js";
import { transportParts } from "../../server/server.js";
import type { OpenWire } from "./wire.js";

/** Opens a line to the server. */
export const openLineWire: OpenWire = async (server, hear) => {
  const line = await openLine(server[transportParts], {
    // Later, as through a pipe. Written by the server under test.
    write: (text) => queueMicrotask(() => hear(JSON.parse(text) as JsonObject)),
    waitingBytes: () => 0,
    onClose() {},
  });
  return {
    async send(message) {
      line.receive(JSON.stringify(message));
    },
    close: () => line.close(),
  };
};
