// A real Chromium, and pages behind a real server.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../scripts/chromium.mjs";
import type { Broker } from "../../src/broker/index.js";
import { createInboxStage, type InboxStageOptions } from "../web/inbox/stage.js";
import { createStage, type StageOptions } from "../web/stage.js";

const flags =
  "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Starts the browser. Throws where there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("There is no Chromium. Install it, or set BECKON_CHROMIUM to its path.");
  return chromium.launch({ executablePath, args: flags.split(" ") });
}

/** Pages at an address of this machine; time stands still until it is moved. */
export async function startPages(options: StageOptions = {}) {
  return start((origin) => {
    const stage = createStage({ baseUrl: `${origin}/pages`, now: Date.now(), ...options });
    return { ...stage, fetch: stage.pages.fetch };
  });
}

/** An inbox at an address of this machine; time stands still until it is moved. */
export async function startInbox(options: InboxStageOptions = {}) {
  return start((origin) => {
    const stage = createInboxStage({ baseUrl: origin, now: Date.now(), ...options });
    return { ...stage, fetch: stage.inbox.fetch };
  });
}

interface Served {
  readonly broker: Broker;
  fetch(request: Request): Promise<Response | undefined>;
}

async function start<Stage extends Served>(create: (origin: string) => Stage) {
  let serve = async (_request: Request): Promise<Response | undefined> => undefined;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(serve, request, response).catch((error: unknown) => response.destroy(error as Error));
  };
  let httpServer = createServer(listener);
  await new Promise<void>((done) => httpServer.listen(0, "127.0.0.1", done));
  // A server that listens on a port has an address with one.
  const { port } = httpServer.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let stage = create(origin);
  serve = stage.fetch;
  /** Goes away, and breaks off what is open. */
  async function stop(): Promise<void> {
    const closed = new Promise((done) => httpServer.close(done));
    httpServer.closeAllConnections();
    await closed;
  }
  return {
    ...stage,
    origin,
    stop,
    /** Comes back at the same address and knows nothing any more, as a server with its state in memory. */
    async beginAnew(): Promise<Stage> {
      await stage.broker.close();
      stage = create(origin);
      serve = stage.fetch;
      httpServer = createServer(listener);
      await new Promise<void>((done) => httpServer.listen(port, "127.0.0.1", done));
      return stage;
    },
    /** Comes back at the same address. */
    async comeBack(): Promise<void> {
      httpServer = createServer(listener);
      await new Promise<void>((done) => httpServer.listen(port, "127.0.0.1", done));
    },
    async close(): Promise<void> {
      if (httpServer.listening) await stop();
      await stage.broker.close();
    },
  };
}

async function handle(
  serve: (request: Request) => Promise<Response | undefined>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const hasBody = incoming.method === "POST";
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const init = {
    signal: gone.signal,
    method: incoming.method ?? "GET",
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    // The two declarations of web streams describe the same object.
    ...(hasBody && {
      body: Readable.toWeb(incoming) as NodeReadableStream as never,
      duplex: "half" as const,
    }),
  };
  const response = await serve(new Request(`http://${incoming.headers.host}${incoming.url}`, init));
  if (response === undefined) return void outgoing.writeHead(404).end();
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) return void outgoing.end();
  const reader = response.body.getReader();
  outgoing.once("close", () => void reader.cancel().catch(() => {}));
  for (let next = await reader.read(); !next.done; next = await reader.read()) outgoing.write(next.value);
  outgoing.end();
}
