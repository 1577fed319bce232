// The servers that a client speaks to: one, two in turn, or a new one for every round.

import { BeckonError } from "../../core/errors.js";
import type { Server } from "../../server/server.js";
import type { MakeServer, ServerKit } from "../server-kit.js";
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
  readonly kit: ServerKit;
  readonly faults: Faults;
  readonly connect: (server: Server) => Promise<Peer>;
}

interface Node {
  readonly peer: Peer;
  close(): Promise<void>;
}

export async function createNodes({ target, kit, faults, connect }: NodesOptions): Promise<Nodes> {
  const { restartBetweenRounds = false, twoServers = false } = faults;
  if (typeof target !== "function" && (restartBetweenRounds || twoServers))
    throw new BeckonError(
      "invalid-option",
      "restartBetweenRounds and twoServers need several servers. Give testClient a function that makes one, with `keys` from what it is given.",
    );

  async function open(): Promise<Node> {
    const isOurs = typeof target === "function";
    const server = isOurs ? await target(kit) : target;
    const peer = await connect(server);
    return {
      peer,
      async close() {
        await peer.close();
        if (isOurs) await server.close({ graceMs: 0 });
      },
    };
  }

  let [current, other]: [Node, Node | undefined] = [await open(), twoServers ? await open() : undefined];
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
      await current.close();
      await other?.close();
    },
  };
}
