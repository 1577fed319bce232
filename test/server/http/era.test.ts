// Which era a POST belongs to: every row of the rule in docs/reference/eras.md, and that no request falls between them.

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { allow, createServer, type Server } from "../../../src/index.js";
import { readMessage } from "../../../src/protocol/json-rpc.js";
import { routePost } from "../../../src/server/http/era.js";

const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

type Headers = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;

const modern = { [VERSION]: MODERN, [CAPABILITIES]: {} };
const clientInfo = { name: "era", version: "1" };
const request = (method: string, params: Body = {}): Body => ({ jsonrpc: "2.0", id: 1, method, params });
const modernRequest = (method: string, params: Body = {}): Body =>
  request(method, { _meta: modern, ...params });
const initialize = (protocolVersion: string): Body =>
  request("initialize", { protocolVersion, capabilities: {}, clientInfo });
const response: Body = { jsonrpc: "2.0", id: 1, result: {} };
const cancelled: Body = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
const mirrored = (method: string, name?: string): Headers => ({
  "mcp-protocol-version": MODERN,
  "mcp-method": method,
  ...(name !== undefined && { "mcp-name": name }),
});

let server: Server;
/** Session ids by what stands for them in the rows. */
let sessions: Readonly<Record<string, string>>;

const post = (headers: Headers, body: unknown): Promise<Response> =>
  server.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );

async function open(protocolVersion: string, headers: Headers = {}): Promise<string> {
  return (await post(headers, initialize(protocolVersion))).headers.get("mcp-session-id") ?? "";
}

beforeEach(async () => {
  server = createServer({
    name: "era",
    version: "1.0.0",
    connect: ({ headers }) => allow(headers.authorization === "bob" ? { principal: { id: "bob" } } : {}),
  });
  server.tool("echo", {}, () => "hello");
  server.resource("one", { uri: "app:///one" }, () => "1");
  sessions = {
    "@own": await open(LEGACY),
    "@batches": await open("2025-03-26"),
    "@foreign": await open(LEGACY, { authorization: "bob" }),
    "@unknown": "nope",
  };
});

afterEach(() => server.close());

/** What comes back: a status with a result (`true`), nothing (`false`), or an error of that code. */
type Row = readonly [rule: string, headers: Headers, body: unknown, status: number, told: boolean | number];

const session = (which: string, version?: string): Headers => ({
  "mcp-session-id": which,
  ...(version !== undefined && { "mcp-protocol-version": version }),
});

const rows: readonly Row[] = [
  // The first table: where it goes.
  ["an array in a session of 2025-03-26 is a batch", session("@batches"), [request("ping")], 200, true],
  ["an array in another session is refused", session("@own"), [request("ping")], 400, -32600],
  ["an array with a modern version is refused", session("@batches", MODERN), [request("ping")], 400, -32600],
  ["an array without a session is refused", {}, [initialize(LEGACY)], 400, -32600],
  ["modern _meta makes it modern", mirrored("tools/list"), modernRequest("tools/list"), 200, true],
  ["a modern version header makes it modern", mirrored("tools/list"), request("tools/list"), 400, -32602],
  [
    "modern _meta outweighs a session id",
    { ...session("@unknown"), ...mirrored("tools/list") },
    modernRequest("tools/list"),
    200,
    true,
  ],
  ["modern _meta outweighs initialize", mirrored("initialize"), modernRequest("initialize"), 404, -32601],
  [
    "an unknown version header is refused",
    { "mcp-protocol-version": "2099-01-01" },
    request("tools/list"),
    400,
    -32022,
  ],
  [
    "an unknown version header is refused in a session too",
    session("@own", "2099-01-01"),
    request("tools/list"),
    400,
    -32022,
  ],
  [
    "an unknown version header is refused with initialize too",
    { "mcp-protocol-version": "2099-01-01" },
    initialize(LEGACY),
    400,
    -32022,
  ],
  ["a session id makes it a session's", session("@own"), request("tools/list"), 200, true],
  [
    "a legacy version header changes nothing about that",
    session("@own", LEGACY),
    request("tools/list"),
    200,
    true,
  ],
  ["initialize opens a session", {}, initialize(LEGACY), 200, true],
  [
    "initialize opens a session with a legacy version header too",
    { "mcp-protocol-version": LEGACY },
    initialize(LEGACY),
    200,
    true,
  ],
  ["anything else is refused", {}, request("tools/list"), 400, -32600],
  [
    "anything else is refused with a legacy version header too",
    { "mcp-protocol-version": LEGACY },
    request("tools/list"),
    400,
    -32600,
  ],
  ["a response without a session is refused", {}, response, 400, -32600],
  ["a notification without a session is refused", {}, cancelled, 400, -32600],

  // The second table: then, in the modern era.
  ["a modern client sends no responses", { "mcp-protocol-version": MODERN }, response, 400, -32600],
  ["a modern notification is taken", { "mcp-protocol-version": MODERN }, cancelled, 202, false],
  [
    "the version header must be there",
    { "mcp-method": "tools/list" },
    modernRequest("tools/list"),
    400,
    -32020,
  ],
  [
    "the version header must agree with _meta",
    { ...mirrored("tools/list"), "mcp-protocol-version": LEGACY },
    modernRequest("tools/list"),
    400,
    -32020,
  ],
  [
    "_meta must have the capabilities",
    mirrored("tools/list"),
    request("tools/list", { _meta: { [VERSION]: MODERN } }),
    400,
    -32602,
  ],
  [
    "_meta must have the version",
    mirrored("tools/list"),
    request("tools/list", { _meta: { [CAPABILITIES]: {} } }),
    400,
    -32602,
  ],
  [
    "an unknown revision in header and _meta is named as such",
    { ...mirrored("tools/list"), "mcp-protocol-version": "2099-01-01" },
    request("tools/list", { _meta: { ...modern, [VERSION]: "2099-01-01" } }),
    400,
    -32022,
  ],
  [
    "a legacy revision in header and _meta is no modern one",
    { ...mirrored("tools/list"), "mcp-protocol-version": LEGACY },
    request("tools/list", { _meta: { ...modern, [VERSION]: LEGACY } }),
    400,
    -32022,
  ],
  ["Mcp-Method must be there", { "mcp-protocol-version": MODERN }, modernRequest("tools/list"), 400, -32020],
  ["Mcp-Method must agree", mirrored("tools/call"), modernRequest("tools/list"), 400, -32020],
  [
    "Mcp-Name must be there",
    mirrored("tools/call"),
    modernRequest("tools/call", { name: "echo" }),
    400,
    -32020,
  ],
  [
    "Mcp-Name must agree",
    mirrored("tools/call", "other"),
    modernRequest("tools/call", { name: "echo" }),
    400,
    -32020,
  ],
  [
    "Mcp-Name mirrors the uri of a read",
    mirrored("resources/read", "app:///one"),
    modernRequest("resources/read", { uri: "app:///one" }),
    200,
    true,
  ],
  ...["ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"].map(
    (method): Row => [`${method} is no modern method`, mirrored(method), modernRequest(method), 404, -32601],
  ),
  [
    "a modern call that is fine is answered",
    mirrored("tools/call", "echo"),
    modernRequest("tools/call", { name: "echo" }),
    200,
    true,
  ],

  // The third table: then, in the legacy era.
  ["an unknown session is not found", session("@unknown"), request("tools/list"), 404, -32600],
  ["a foreign session is not found", session("@foreign"), request("tools/list"), 404, -32600],
  [
    "initialize needs its three parameters",
    {},
    request("initialize", { protocolVersion: LEGACY }),
    400,
    -32602,
  ],
  ["initialize within a session is refused", session("@own"), initialize(LEGACY), 200, -32600],
  ["initialize for a revision that is not known gets an offer", {}, initialize("2099-01-01"), 200, true],
  ["initialize for a revision that is not legacy gets an offer", {}, initialize(MODERN), 200, true],
  ["a notification in a session is taken", session("@own"), cancelled, 202, false],
  ["a response in a session is taken", session("@own"), response, 202, false],
  ["server/discover is no legacy method", session("@own"), request("server/discover"), 200, -32601],
  ["subscriptions/listen is no legacy method", session("@own"), request("subscriptions/listen"), 200, -32601],
];

test.each(rows)("%s", async (_rule, headers, body, status, told) => {
  const named = headers["mcp-session-id"];
  const reply = await post(
    named === undefined ? headers : { ...headers, "mcp-session-id": sessions[named] ?? named },
    body,
  );
  const text = await reply.text();
  const read = text === "" ? undefined : JSON.parse(text);
  const message = Array.isArray(read) ? read[0] : read;
  expect([
    reply.status,
    message === undefined ? false : (message.error?.code ?? message.result !== undefined),
  ]).toEqual([status, told]);
  if (told === -32022) expect(message.error.data.supported).toEqual([MODERN]);
});

test("initialize offers the latest legacy revision to whom it cannot serve otherwise", async () => {
  for (const asked of ["2099-01-01", MODERN, ""]) {
    const { result } = await (await post({}, initialize(asked))).json();
    expect([asked, result.protocolVersion]).toEqual([asked, LEGACY]);
  }
});

describe("every combination of headers and message", () => {
  const headers = fc.record(
    {
      "mcp-protocol-version": fc.oneof(
        fc.constantFrom(MODERN, LEGACY, "2024-11-05", "2099-01-01", "", " "),
        fc.string(),
        fc.array(fc.constantFrom(MODERN, LEGACY), { minLength: 2, maxLength: 2 }),
      ),
      "mcp-session-id": fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2, maxLength: 2 })),
    },
    { requiredKeys: [] },
  );
  const meta = fc.oneof(fc.constant(modern), fc.record({ [VERSION]: fc.anything() }), fc.anything());
  const message = fc.oneof(
    fc
      .tuple(fc.constantFrom("initialize", "tools/list", "ping"), meta, fc.boolean())
      .map(([method, _meta, hasId]) => ({
        jsonrpc: "2.0",
        method,
        params: { _meta },
        ...(hasId && { id: 1 }),
      })),
    fc.constant(response),
  );

  test("has exactly one route, and the one that the table gives", () => {
    fc.assert(
      fc.property(headers, message, (given, body) => {
        const read = readMessage(body);
        const route = routePost(given, read);
        const version = Array.isArray(given["mcp-protocol-version"])
          ? "several"
          : given["mcp-protocol-version"];
        const carried = (body as { params?: { _meta?: unknown } }).params?._meta;
        const isMarked =
          typeof carried === "object" &&
          carried !== null &&
          !Array.isArray(carried) &&
          (carried as Body)[VERSION] !== undefined;
        const isKnown = ["2024-11-05", "2025-03-26", "2025-06-18", LEGACY, MODERN].includes(version ?? "");
        const told = typeof route === "object" ? route.refused.code : route;
        if (isMarked || version === MODERN) expect(told).toBe(read.kind === "response" ? -32600 : "modern");
        else if (version !== undefined && !isKnown) expect(told).toBe(-32022);
        else if (given["mcp-session-id"] !== undefined) expect(told).toBe("legacy-session");
        else
          expect(told).toBe(
            read.kind === "request" && read.method === "initialize" ? "legacy-initialize" : -32600,
          );
      }),
      { numRuns: 2000 },
    );
  });
});
