// The API on a real broker, and clients of it: with tokens as over HTTP, and in process.

import { type BrokerOptions, createBroker } from "../../../src/broker/index.js";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createFakeClock } from "../../../src/testing/fake-clock.js";
import {
  type ApiClient,
  type ApiOptions,
  type Caller,
  createApi,
  createApiClient,
  type Scope,
} from "../../../src/web/index.js";

import { createDescribed, type OpenApiDocument } from "./described.js";

export const BASE = "http://127.0.0.1:4711";

export interface StageOptions extends Partial<Omit<ApiOptions, "broker">> {
  readonly broker?: Partial<BrokerOptions>;
}

/** Tokens are a name and scopes, as in `ada:answer,read`. */
function callerOf(token: string): Caller | undefined {
  const [id, scopes] = token.split(":");
  if (id === undefined || scopes === undefined) return undefined;
  // Tests write the words themselves.
  return { id, name: `${id}'s token`, scopes: scopes.split(",") as Scope[] };
}

export function createStage({ broker: given, ...options }: StageOptions = {}) {
  const clock = createFakeClock({ now: 1_800_000_000_000 });
  const engine = given?.engine ?? createMemoryEngine({ clock });
  const lines: string[] = [];
  const log = (level: string) => (message: string, fields?: unknown) =>
    void lines.push(`${level} ${message} ${String(JSON.stringify(fields))}`);
  const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
  const broker = createBroker({ engine, clock, logger, limits: false, ...given });
  const api = createApi({
    broker,
    clock,
    logger,
    authenticate: (request) => {
      const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
      return token === undefined ? undefined : callerOf(token);
    },
    ...options,
  });

  const reading = api.as({ id: "reader", name: "reader", scopes: [] });
  let described: ReturnType<typeof createDescribed> | undefined;

  /** What the OpenAPI document says of requests and responses, which all of them are held against. */
  async function description(): Promise<ReturnType<typeof createDescribed>> {
    if (described === undefined) {
      const response = await reading(new Request(`${BASE}/api/v1/openapi.json`));
      // Its own test looks at what is in it.
      described = createDescribed((await response.json()) as OpenApiDocument);
    }
    return described;
  }

  async function fetch(request: Request): Promise<Response> {
    const isJson = request.headers.get("content-type") === "application/json";
    const sent = isJson ? await request.clone().text() : undefined;
    const response = await api.fetch(request);
    if (response === undefined) throw new Error(`${request.url} is not under the API.`);
    await (await description()).check(request, sent, response);
    return response;
  }

  /** Sends a request with a token, and what goes with it. */
  async function send(
    token: string | undefined,
    method: string,
    path: string,
    { json, ...init }: RequestInit & { json?: unknown; duplex?: "half" } = {},
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    return fetch(new Request(`${BASE}/api/v1${path}`, { method, ...init, ...body, headers }));
  }

  const client = (token: string): ApiClient => createApiClient({ baseUrl: BASE, token, fetch, clock });
  return { clock, engine, broker, api, lines, fetch, send, client };
}
