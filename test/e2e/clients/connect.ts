// The table of official clients and transports, and the way to connect each of them to a server of the tests.

import { resolve } from "node:path";
import type { Logger, Server } from "beckon";
import { listen } from "beckon/node";
import { createAccessServer } from "../servers/access.js";
import { startAskingServer } from "../servers/asking.js";
import { createFeatureServer } from "../servers/features.js";
import { stopListening } from "../wire/stop-listening.js";
import { connectV1 } from "./client-v1.js";
import { connectV2 } from "./client-v2.js";
import { Inbox } from "./inbox.js";
import { LogWatcher } from "./log-watcher.js";
import type { Peer } from "./peer.js";
import type { Person } from "./person.js";

/** The way to a server, and where what it says is kept. */
export type Link = {
  readonly inbox: Inbox;
  readonly log: LogWatcher;
  /** Resolves when the client has its own stream open, in the legacy era. */
  readonly streaming: Promise<void>;
  /** Who is in front of the client; nobody, unless said. */
  readonly person?: Person;
} & (
  | {
      readonly kind: "http";
      readonly url: string;
      readonly headers: Record<string, string>;
      readonly fetch: typeof fetch;
    }
  | { readonly kind: "stdio"; readonly command: { readonly command: string; readonly args: string[] } }
);

const clients = {
  "client v2, legacy": (link: Link): Promise<Peer> => connectV2("legacy", link),
  "client v2, auto": (link: Link): Promise<Peer> => connectV2("auto", link),
  "client v2, pinned": (link: Link): Promise<Peer> => connectV2({ pin: "2026-07-28" }, link),
  "sdk v1": connectV1,
};

/** One row of the table. */
export interface Row {
  readonly label: string;
  readonly era: Peer["era"];
  readonly transport: "http" | "stdio";
  /** What the client makes of "resource not found": that of v2 gives its legacy code as the modern one. */
  readonly notFound: -32002 | -32602;
  /** Starts a server and connects to it; closing the peer ends both. */
  readonly connect: (server?: ServerChoice) => Promise<Peer>;
}

/** Which server; the access server with the token that the client shows, the asking server with whom it asks. */
type ServerChoice = "features" | { readonly token: string } | { readonly person: Person };

export const rows: readonly Row[] = (["http", "stdio"] as const).flatMap((transport) =>
  (Object.keys(clients) as (keyof typeof clients)[]).map((name) => ({
    label: `${name} over ${transport}`,
    era: name === "client v2, auto" || name === "client v2, pinned" ? "modern" : "legacy",
    transport,
    notFound: name === "sdk v1" ? -32002 : -32602,
    connect: (server = "features") =>
      (transport === "http" ? connectHttp : connectStdio)(clients[name], server),
  })),
);

async function connectHttp(connect: (link: Link) => Promise<Peer>, choice: ServerChoice): Promise<Peer> {
  const log = new LogWatcher();
  const { server, close } = await startServer(choice, log.logger());
  const listening = await listen(server, { port: 0, keepSignals: true });
  const stop = async (): Promise<void> => {
    await stopListening(server, listening);
    await close?.();
  };
  const { fetch, streaming } = watchedFetch();
  const headers: Record<string, string> = { "x-told": "by a header" };
  if (choice !== "features" && "token" in choice) headers.authorization = `Bearer ${choice.token}`;
  const link = {
    kind: "http",
    url: listening.url,
    headers,
    fetch,
    streaming,
    inbox: new Inbox(),
    log,
    ...personOf(choice),
  } as const;
  try {
    const peer = await connect(link);
    return {
      ...peer,
      close: async () => {
        await peer.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(
  choice: ServerChoice,
  logger: Logger,
): Promise<{ readonly server: Server; readonly close?: () => Promise<void> }> {
  if (choice === "features") return { server: createFeatureServer({ logger }) };
  return "token" in choice ? { server: createAccessServer() } : startAskingServer({ logger });
}

const personOf = (choice: ServerChoice): { readonly person?: Person } =>
  choice !== "features" && "person" in choice ? { person: choice.person } : {};

/** A fetch that tells when a GET has its stream: what is sent before that, no client can hear. */
function watchedFetch(): { readonly fetch: typeof fetch; readonly streaming: Promise<void> } {
  let opened = (): void => {};
  const streaming = new Promise<void>((resolve) => {
    opened = resolve;
  });
  return {
    streaming,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method === "GET" && response.ok) opened();
      return response;
    },
  };
}

const program = resolve(import.meta.dirname, "../../../.cache/e2e/stdio.js");

function connectStdio(connect: (link: Link) => Promise<Peer>, choice: ServerChoice): Promise<Peer> {
  const args =
    choice === "features" ? ["features"] : "token" in choice ? ["access", choice.token] : ["asking"];
  return connect({
    kind: "stdio",
    command: { command: process.execPath, args: [program, ...args] },
    streaming: Promise.resolve(),
    inbox: new Inbox(),
    log: new LogWatcher(),
    ...personOf(choice),
  });
}
