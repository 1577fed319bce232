// Plain clients of every revision and both ways of connecting. They keep every message that the server sends.

import { PassThrough } from "node:stream";
import type { Server } from "../../src/index.js";
import { serveStdio } from "../../src/node/index.js";
import type { RevisionName } from "./wire-schema-validators.js";

export type Message = { readonly [member: string]: unknown };

/** A message, with the method of the request it answers (if it answers one). */
export interface Sent {
  readonly message: unknown;
  readonly answers: string | undefined;
}

export interface Client {
  /** Every message so far, in the order they came. */
  readonly sent: readonly Sent[];
  /** Where the client knows it. */
  readonly sessionId?: string;
  /** Sends a request and gives its response. */
  request(method: string, params?: Message): Promise<Message>;
  /** Sends text as it is, as one body or line. */
  raw(text: string): Promise<void>;
  /** Ends the connection in order; everything that was sent is in `sent` then. */
  close(): Promise<void>;
}

const MODERN = "2026-07-28";
const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "property", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/logLevel": "debug",
};
const listenTo = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ["app:///r0", "app:///r0/x", "app:///r1"],
};

/** Keeps messages and knows which request each of them answers. */
class Ledger {
  readonly sent: Sent[] = [];
  readonly #methods = new Map<unknown, string>();
  readonly #waiting = new Map<unknown, (response: Message) => void>();
  #nextId = 1;
  #acknowledge = (): void => {};
  /** Resolves when the server has said that it will tell of changes. */
  readonly acknowledged: Promise<void> = new Promise((resolve) => {
    this.#acknowledge = resolve;
  });

  open(method: string, params: Message): { id: number; text: string; response: Promise<Message> } {
    const id = this.#nextId++;
    this.#methods.set(id, method);
    const response = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    return { id, text: JSON.stringify({ jsonrpc: "2.0", id, method, params }), response };
  }

  take(text: string): void {
    const read: unknown = JSON.parse(text);
    for (const message of (Array.isArray(read) ? read : [read]) as Message[]) {
      const isResponse = "result" in message || "error" in message;
      this.sent.push({ message, answers: isResponse ? this.#methods.get(message.id) : undefined });
      if (isResponse) this.#waiting.get(message.id)?.(message);
      if (message.method === "notifications/subscriptions/acknowledged") this.#acknowledge();
    }
  }
}

/** Opens a connection of a revision and makes it listen to everything there is to hear. */
export function connect(server: Server, revision: RevisionName, transport: "http" | "line"): Promise<Client> {
  if (transport === "line") return connectLine(server, revision);
  return revision === MODERN ? connectModern(server) : connectLegacy(server, revision);
}

const post = (server: Server, body: string, headers: Record<string, string>): Promise<Response> =>
  server.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    }),
  );

/** Hands over every message of a body, be it JSON or events. */
async function readAll(response: Response, take: (text: string) => void): Promise<void> {
  if (response.headers.get("content-type") !== "text/event-stream") {
    const text = await response.text();
    if (text !== "") take(text);
    return;
  }
  let pending = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    pending += decoder.decode(chunk, { stream: true });
    const events = pending.split("\n\n");
    pending = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (data !== undefined) take(data);
    }
  }
}

async function connectLegacy(server: Server, revision: RevisionName): Promise<Client> {
  const ledger = new Ledger();
  const opening = ledger.open("initialize", {
    protocolVersion: revision,
    capabilities: {},
    clientInfo: { name: "property", version: "1" },
  });
  const welcome = await post(server, opening.text, {});
  await readAll(welcome, (text) => ledger.take(text));
  const sessionId = welcome.headers.get("mcp-session-id") ?? "";
  const headers = { "mcp-session-id": sessionId, "mcp-protocol-version": revision };
  const send = async (text: string): Promise<void> =>
    readAll(await post(server, text, headers), (answer) => ledger.take(answer));
  await send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  const get = (method: string): Promise<Response> =>
    server.fetch(
      new Request("http://localhost/mcp", { method, headers: { accept: "text/event-stream", ...headers } }),
    );
  const stream = readAll(await get("GET"), (text) => ledger.take(text));
  return {
    sent: ledger.sent,
    sessionId,
    raw: send,
    async request(method, params = {}) {
      const { text, response } = ledger.open(method, params);
      await send(text);
      return response;
    },
    async close() {
      await get("DELETE");
      await stream;
      await server.close();
    },
  };
}

async function connectModern(server: Server): Promise<Client> {
  const ledger = new Ledger();
  const headersOf = (method: string, params: Message): Record<string, string> => {
    const name = params.name ?? params.uri;
    const named =
      typeof name === "string" ? { "mcp-name": `=?base64?${Buffer.from(name).toString("base64")}?=` } : {};
    return { "mcp-protocol-version": MODERN, "mcp-method": method, ...named };
  };
  const start = (method: string, params: Message): { response: Promise<Message>; read: Promise<void> } => {
    const { text, response } = ledger.open(method, {
      _meta: { ...modernMeta, progressToken: "token" },
      ...params,
    });
    const read = post(server, text, headersOf(method, params)).then((answer) =>
      readAll(answer, (part) => ledger.take(part)),
    );
    return { response, read };
  };
  const listening = start("subscriptions/listen", { notifications: listenTo });
  await ledger.acknowledged;
  return {
    sent: ledger.sent,
    raw: async (text) =>
      readAll(await post(server, text, { "mcp-protocol-version": MODERN }), (answer) => ledger.take(answer)),
    async request(method, params = {}) {
      const { response, read } = start(method, params);
      await read;
      return response;
    },
    async close() {
      await server.close();
      await listening.read;
    },
  };
}

async function connectLine(server: Server, revision: RevisionName): Promise<Client> {
  const ledger = new Ledger();
  const input = new PassThrough();
  const output = new PassThrough();
  let pending = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) ledger.take(line);
  });
  const { closed } = await serveStdio(server, { input, output });
  const isModern = revision === MODERN;
  const request = (method: string, params: Message = {}): Promise<Message> => {
    const meta = isModern ? { _meta: { ...modernMeta, progressToken: "token" } } : {};
    const { text, response } = ledger.open(method, { ...meta, ...params });
    input.write(`${text}\n`);
    return response;
  };
  const listening = isModern ? request("subscriptions/listen", { notifications: listenTo }) : undefined;
  if (isModern) await ledger.acknowledged;
  else {
    await request("initialize", {
      protocolVersion: revision,
      capabilities: {},
      clientInfo: { name: "property", version: "1" },
    });
    input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  return {
    sent: ledger.sent,
    request,
    async raw(text) {
      input.write(`${text}\n`);
      // Lines are taken in order, so an answer to a later one says that this one was taken.
      await request(isModern ? "server/discover" : "ping");
    },
    async close() {
      if (listening !== undefined) {
        await server.close();
        await listening;
      }
      input.end();
      await closed;
    },
  };
}
