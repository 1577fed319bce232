// An app in a folder of its own, without a port, and clients that speak to it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFirstToken } from "../../src/app/access/tokens.js";
import { readConfig } from "../../src/app/config/read-config.js";
import { type App, createApp } from "../../src/app/create-app.js";
import type { Clock } from "../../src/core/clock.js";
import { isObject, type JsonObject } from "../../src/core/json.js";
import type { Logger } from "../../src/core/logger.js";
import { type ApiClient, createApiClient, type ElicitationResource } from "../../src/web/index.js";

const BASE = "http://127.0.0.1:4747";

/** How the app is set up. */
export interface StageOptions {
  readonly flags?: JsonObject;
  readonly env?: { readonly [name: string]: string };
  readonly clock?: Clock;
  /** What a client can show; nothing by default. */
  readonly folder?: string;
}

export interface Stage extends AsyncDisposable {
  readonly app: App;
  readonly folder: string;
  readonly token: string;
  /** What was logged, as one text. */
  readonly log: string[];
  readonly api: ApiClient;
  /** Serves a request as the port would. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Calls a tool in the modern era. */
  call(name: string, args: JsonObject, options?: CallOptions): Promise<Called>;
}

export interface CallOptions {
  readonly token?: string;
  readonly client?: string;
  readonly signal?: AbortSignal;
}

/** What a tool said. */
export interface Called {
  readonly text: string;
  readonly data: JsonObject;
  readonly isError: boolean;
}

export async function createStage(options: StageOptions = {}): Promise<Stage> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "beckon-app-"));
  const log: string[] = [];
  const write =
    (level: string): Logger["warn"] =>
    (message, fields = {}) => {
      const error = fields.error instanceof Error ? fields.error.stack : "";
      log.push(`${level} ${message} ${JSON.stringify(fields)} ${error}`);
    };
  const logger: Logger = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
  const config = await readConfig({
    flags: { state: join(folder, ".beckon"), engine: "memory:", person: "Ada", ...options.flags },
    env: options.env ?? {},
    cwd: folder,
  });
  const app = await createApp({
    config,
    baseUrl: config.baseUrl ?? BASE,
    logger,
    ...(options.clock !== undefined && { clock: options.clock }),
  });
  const token = (await readFirstToken(app.folder)) ?? "";
  const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(new URL(path, BASE), init);
    return path.startsWith("/mcp")
      ? app.server.fetch(request)
      : ((await app.fetch(request)) ?? new Response("nothing", { status: 404 }));
  };
  return {
    app,
    folder,
    token,
    log,
    fetch,
    api: createApiClient({
      baseUrl: BASE,
      token,
      fetch: async (input: Request | URL | string, init?: RequestInit) => {
        const request = new Request(input, init);
        return (await app.fetch(request)) ?? new Response(null, { status: 404 });
      },
    }),
    async call(name, args, { token: other = token, client = "agent", signal } = {}) {
      const response = await fetch("/mcp", {
        method: "POST",
        headers: modernHeaders(other, name),
        body: JSON.stringify(modernCall(name, args, client)),
        ...(signal !== undefined && { signal }),
      });
      return readCalled(response);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first request of a client of the legacy era. */
export const initialize = (headers: { readonly [name: string]: string } = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } },
  }),
});

const modernHeaders = (token: string, name: string) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": name,
});

const modernCall = (name: string, args: JsonObject, client: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name,
    arguments: args,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: client, version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

/** The result of a call, as JSON or as the last event of a stream. */
async function readCalled(response: Response): Promise<Called> {
  const body = await response.text();
  const last = body.startsWith("{")
    ? body
    : (body.match(/^data: (.*)$/gm) ?? []).at(-1)?.slice("data: ".length);
  const message: unknown = JSON.parse(last ?? "null");
  const result = isObject(message) ? message.result : undefined;
  if (!isObject(result)) throw new Error(`No result: ${response.status} ${body}`);
  const [first] = Array.isArray(result.content) ? result.content : [];
  return {
    text: isObject(first) ? String(first.text) : "",
    data: isObject(result.structuredContent) ? result.structuredContent : {},
    isError: result.isError === true,
  };
}

/** What is open, once there are as many. */
export async function opened(stage: Stage, count = 1): Promise<readonly ElicitationResource[]> {
  for await (const _ of stage.api.watch({ after: 0 })) {
    const { elicitations } = await stage.api.list({ status: ["open"] });
    if (elicitations.length >= count) return elicitations;
  }
  throw new Error("The watch ended.");
}
