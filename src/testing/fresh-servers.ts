// Makes sure that what makes servers does: a new one each time.

import { BeckonError } from "../core/errors.js";
import { transportParts } from "../server/server.js";
import type { MakeServer } from "./server-kit.js";

/** The same function, which fails when it gives no server, or one that it gave before. */
export function freshServers(makeServer: MakeServer, whoNeedsIt: string): MakeServer {
  requireMaker(makeServer, whoNeedsIt);
  const seen = new WeakSet<object>();
  return async (kit) => {
    const server = await makeServer(kit);
    // JavaScript forgets to return it.
    const parts = isServer(server) ? server[transportParts] : undefined;
    if (parts === undefined)
      throw new BeckonError(
        "invalid-option",
        "The function that makes servers gave none. Return what createServer gives.",
      );
    if (seen.has(parts))
      throw new BeckonError(
        "invalid-option",
        "The function that makes servers gave the same server again, which is closed by then. Call createServer inside of it, so that each call makes a new one.",
      );
    seen.add(parts);
    return server;
  };
}

/** True for what `createServer` gave. */
export const isServer = (value: unknown): boolean =>
  typeof value === "object" && value !== null && transportParts in value;

/** JavaScript brings anything. */
function requireMaker(given: unknown, whoNeedsIt: string): void {
  if (typeof given === "function") return;
  throw new BeckonError(
    "invalid-option",
    `${whoNeedsIt} makes several servers, so it needs a function that makes one${isServer(given) ? ", and was given a server" : ""}. Give it a function that calls createServer and returns the server.`,
  );
}
