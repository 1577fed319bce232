// The servers that a client speaks to: one, two in turn, or a new one for every round.

import { BeckonError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { Server } from "../../server/server.js";
import { freshServers, isServer } from "../fresh-servers.js";
import type { ClientKit, MakeServer } from "../server-kit.js";
import { TestFault } from "./failure.js";
import type { Faults } from "./faults.js";
import type { Peer } from "./peer.js";

/** The servers of one client. */
export interface Nodes {
  /** The way to the server that serves a round. Ask once a round: the next may be another. */
  at(round: number): Promise<Peer>;
  /** Closes the ways, and the servers that were made for them. */
  close(): Promise<void>;
}

export interface NodesOptions {
  readonly target: Server | MakeServer;
  readonly kit: ClientKit;
  readonly faults: Faults;
  readonly connect: (server: Server) => Promise<Peer>;
}

interface Node {
  readonly peer: Peer;
  close(): Promise<void>;
}

export async function createNodes(options: NodesOptions): Promise<Nodes> {
  const { restartBetweenRounds = false, twoServers = false } = options.faults;
  const open = nodeOpener(options);
  let current = await open();
  let other: Node | undefined;
  if (twoServers) {
    try {
      other = await open();
    } catch (error) {
      await current.close().catch(() => {});
      throw error;
    }
  }
  return {
    async at(round) {
      if (round > 1 && restartBetweenRounds) {
        await current.close();
        current = await open();
      }
      if (round > 1 && other !== undefined) [current, other] = [other, current];
      return current.peer;
    },
    async close() {
      try {
        await current.close();
      } finally {
        await other?.close();
      }
    },
  };
}

/** Opens ways to the server that was given, or to new ones. */
function nodeOpener({ target, kit, faults, connect }: NodesOptions): () => Promise<Node> {
  const isSeveral = faults.restartBetweenRounds || faults.twoServers;
  if (typeof target !== "function") {
    if (!isServer(target))
      throw new BeckonError("invalid-option", "testClient needs a server, or a function that makes one.");
    if (isSeveral)
      throw new BeckonError(
        "invalid-option",
        "restartBetweenRounds and twoServers need several servers. Give testClient a function that makes one, with `keys` from what it is given.",
      );
    return () => connect(target).then((peer) => ({ peer, close: () => peer.close() }));
  }
  const make = freshServers(target, "testClient");
  return async () => {
    const server = await make(kit.kit);
    kit.follow(server);
    const stop = (): Promise<void> => server.close({ graceMs: 0 });
    try {
      const peer = await connect(server);
      return {
        peer: isSeveral ? withKeysChecked(peer, server, kit) : peer,
        close: () => peer.close().finally(stop),
      };
    } catch (error) {
      await stop();
      throw error;
    }
  };
}

/** A server that refuses the state of another may have been made without the keys. */
const withKeysChecked = (peer: Peer, server: Server, kit: ClientKit): Peer => ({
  ...peer,
  async request(method: string, params: JsonObject) {
    try {
      return await peer.request(method, params);
    } catch (error) {
      const isRefused = error instanceof RpcError && error.message === "Invalid or expired request state";
      if (!isRefused || !kit.areKeysTaken || kit.hasKeys(server)) throw error;
      throw new TestFault(
        "A new server refuses the state of the one before (Invalid or expired request state): the function that makes servers took `keys` and did not pass them to createServer. Pass them on, or do not take them.",
      );
    }
  },
});
