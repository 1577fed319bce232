// What passes through a server stays out of its events, spans, metrics and logs.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { PassThrough } from "node:stream";
import { inspect } from "node:util";
import { type } from "arktype";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allow, channels, createServer, type Server, toolError, unauthorized } from "../../src/index.js";
import { serveStdio } from "../../src/node/index.js";
import { askModern, ENDPOINT, modernBody, modernHeaders, openSession, post } from "../server/access/ask.js";
import { attachTelemetry } from "./attach-telemetry.js";

/** Stands wherever something private may be; nothing that it is part of may come out. */
const CANARY = "canary7f3a";
const TOKEN = `token-${CANARY}`;
const URL_WITH_QUERY = `${ENDPOINT}?api_key=${CANARY}`;

type Ask = (method: string, params?: Record<string, unknown>) => Promise<unknown>;

let server: Server;
let said: string[];
let close: () => Promise<void>;
let everythingSaid: () => Promise<string>;

beforeEach(() => {
  said = [];
  const names = Object.values(channels);
  const hear = (event: unknown, name: string | symbol): void =>
    void said.push(`${String(name)} ${inspect(event, { depth: 9 })}`);
  for (const name of names) subscribe(name, hear);
  const telemetry = attachTelemetry();
  const log = (message: string, fields?: object): void =>
    void said.push(`log ${message} ${inspect(fields, { depth: 9 })}`);
  server = defineServer({ debug: log, info: log, warn: log, error: log });

  everythingSaid = async () => {
    const { prometheus, spans, metrics } = await telemetry.told();
    expect(spans).toContain("beckon.outcome");
    return [...said, prometheus, spans, metrics].join("\n");
  };
  close = async () => {
    for (const name of names) unsubscribe(name, hear);
    await server.close();
    await telemetry.close();
  };
});

afterEach(() => close());

function defineServer(logger: NonNullable<Parameters<typeof createServer>[0]["logger"]>): Server {
  const made = createServer({
    name: "discreet",
    version: "1.0.0",
    logger,
    connect: ({ headers, transport }) =>
      transport === "stdio" || headers.authorization === `Bearer ${TOKEN}`
        ? allow({ principal: { id: "ada" }, assigns: { token: TOKEN } })
        : unauthorized({ error: "invalid_token" }),
  });
  const input = type({ text: "string" });
  made.tool("echo", { input }, ({ text }, ctx) => {
    ctx.log("error", text);
    ctx.progress(1, 2, text);
    return text;
  });
  made.tool("strict", { input: type({ text: "number" }) }, () => "never");
  made.tool("unfit", { input, output: type({ text: "'yes' | 'no'" }) }, ({ text }) => ({ text }) as never);
  made.tool("refuse", { input }, ({ text }) => toolError(text));
  made.tool("crash", { input }, () => Promise.reject(new Error("The disk is full.")));
  made.prompt(
    "greet",
    { arguments: { who: { complete: (value) => [`${value}!`] } } },
    ({ who }) => `Hello ${who}`,
  );
  made.resource("search", { uri: "app:///search?q={q}" }, ({ q }) => `Found ${q}`);
  made.listResources(() => ({ resources: [{ uri: `app:///search?q=${CANARY}`, name: CANARY }] }));
  return made;
}

/** Everything a client can do with something private in it, well and badly. */
async function speakOfPrivateThings(ask: Ask): Promise<void> {
  const secret = { text: CANARY };
  for (const name of ["echo", "strict", "unfit", "refuse", "crash"])
    await ask("tools/call", { name, arguments: secret });
  await ask("tools/call", { name: "echo", arguments: { [CANARY]: CANARY } });
  await ask("tools/call", { name: "echo", arguments: CANARY });
  await ask("tools/call", { name: CANARY });
  await ask("prompts/get", { name: "greet", arguments: { who: CANARY } });
  await ask("prompts/get", { name: "greet", arguments: { [CANARY]: 1 } });
  await ask("resources/list");
  await ask("resources/list", { cursor: CANARY });
  await ask("resources/read", { uri: `app:///search?q=${CANARY}` });
  await ask("resources/read", { uri: `app:///${CANARY}` });
  const completion = { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "who", value: CANARY } };
  await ask("completion/complete", completion);
  await ask("completion/complete", { ...completion, ref: { type: "ref/prompt", name: CANARY } });
}

const eras: readonly (readonly [string, () => Promise<Ask>])[] = [
  [
    "the modern era",
    async () =>
      (method, params = {}) =>
        askText(modernBody(method, params), modernHeaders(method, params)),
  ],
  [
    "the legacy era",
    async () => {
      const { id } = await openSession(server, { authorization: `Bearer ${TOKEN}` });
      return (method, params = {}) =>
        askText({ jsonrpc: "2.0", id: 1, method, params }, { "mcp-session-id": id });
    },
  ],
];

/** Replies may be streams here, so they are read as text. */
async function askText(body: object, headers: Record<string, string>): Promise<string> {
  const response = await server.fetch(
    new Request(URL_WITH_QUERY, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${TOKEN}`,
        cookie: `session=${CANARY}`,
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  return response.text();
}

describe.each(eras)("in %s", (_era, open) => {
  it("arguments, results, tokens and queries appear in no event, span, metric or log line", async () => {
    await speakOfPrivateThings(await open());
    const everything = await everythingSaid();
    expect(everything).toContain("tools/call");
    expect(everything).toContain("The disk is full.");
    expect(everything).toContain("does not fit its schema");
    expect(everything.split("\n").filter((line) => line.includes(CANARY))).toEqual([]);
  });
});

describe("a cancelled call", () => {
  it("does not tell why it was cancelled, however its handler ends", async () => {
    const { id } = await openSession(server, { authorization: `Bearer ${TOKEN}` });
    const headers = { authorization: `Bearer ${TOKEN}`, "mcp-session-id": id };
    const params = { requestId: 1, reason: CANARY };
    server.tool("wait", {}, async (_input, { signal }) => {
      await post(server, { jsonrpc: "2.0", method: "notifications/cancelled", params }, headers);
      throw new Error("The work was stopped.", { cause: signal.reason });
    });
    const ended = new Promise((resolve) => subscribe(channels.dispatchStop, resolve));
    await askText({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "wait" } }, headers);
    await ended;
    const everything = await everythingSaid();
    expect(everything).toContain("A handler was cancelled.");
    expect(everything.split("\n").filter((line) => line.includes(CANARY))).toEqual([]);
  });
});

describe("on stdio", () => {
  it("the same holds", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const waiting = new Map<number, (line: string) => void>();
    let rest = "";
    output.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) waiting.get(JSON.parse(line).id)?.(line);
    });
    const serving = await serveStdio(server, { input, output });
    let last = 0;
    const ask: Ask = (method, params = {}) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        input.write(`${JSON.stringify({ ...modernBody(method, params), id: last })}\n`);
      });
    await speakOfPrivateThings(ask);
    input.write(`{"${CANARY}\n`);
    input.end();
    await serving.closed;
    const everything = await everythingSaid();
    expect(everything.split("\n").filter((line) => line.includes(CANARY))).toEqual([]);
  });
});

describe("at the door", () => {
  it("a refused token, a broken body and a foreign header appear nowhere", async () => {
    await askModern(server, "tools/list", {}, { authorization: `Bearer ${CANARY}` }, URL_WITH_QUERY);
    await askModern(server, "tools/list", {}, { authorization: `Bearer ${TOKEN}`, "mcp-method": CANARY });
    await askModern(server, "tools/list", {}, { authorization: `Bearer ${TOKEN}` }, URL_WITH_QUERY);
    await server.fetch(
      new Request(URL_WITH_QUERY, {
        method: "POST",
        headers: { "content-type": "application/json", origin: `https://${CANARY}.example` },
        body: `{"${CANARY}`,
      }),
    );
    const everything = await everythingSaid();
    expect(everything).toContain("unauthorized");
    expect(everything.split("\n").filter((line) => line.includes(CANARY))).toEqual([]);
  });
});
