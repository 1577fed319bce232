// One contract of HTTP behaviour, kept by every form in which a server can be reached.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEvents } from "../server/event-stream.js";
import {
  callTool,
  type Door,
  initializeBody,
  MCP_PATH,
  MODERN_VERSION,
  modern,
  modernBody,
  modernHeaders,
  openSession,
  postModern,
  readReply,
} from "../server/speak.js";
import { createHttpFixture, FLOOD, type HttpFixture, MAX_BODY_BYTES } from "./http-fixture.js";
import { type HttpForm, httpForms, type OpenForm } from "./http-forms.js";

describe.each(httpForms)("$name", (form) => {
  let fixture: HttpFixture;
  let open: OpenForm;
  const door: Door = (path, init) => open.door(path, init);
  beforeAll(async () => {
    fixture = createHttpFixture();
    open = await form.open(fixture.server);
    // The first check against a schema loads the validator, which takes its time.
    await callTool(fixture.server, "echo", { text: "a" });
  });
  afterAll(async () => {
    await fixture.server.close({ graceMs: 0 });
    await open.close();
  });
  const held: HttpFixture["held"] = (key) => fixture.held(key);

  describe("in the modern era", () => modernRules(door, held));
  describe("in the legacy era", () => legacyRules(door, held));
  describe("refuses", () => refusalRules(door, form));
  describe("towards pages", () => originRules(door));
});

const post = (door: Door, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  door(MCP_PATH, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });

function modernRules(door: Door, held: HttpFixture["held"]): void {
  it("answers a call with JSON", async () => {
    const reply = await callTool(door, "echo", { text: "größe" });
    expect(reply).toMatchObject({ status: 200, streamed: false });
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.message).toMatchObject({ jsonrpc: "2.0", id: 1 });
    expect(reply.result).toMatchObject({
      resultType: "complete",
      content: [{ type: "text", text: "größe" }],
    });
  });

  it("turns a reply into a stream when something comes before the result", async () => {
    const response = await postModern(
      door,
      "tools/call",
      { name: "count" },
      { meta: { progressToken: "p" } },
    );
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    const reply = await readReply(response);
    expect(reply.notifications.map(({ params }) => params?.progress)).toEqual([1, 2, 3]);
    expect(reply.result).toMatchObject({ content: [{ type: "text", text: "counted" }] });
  });

  it("sends progress while the handler still runs", async () => {
    const response = await postModern(
      door,
      "tools/call",
      { name: "hold", arguments: { key: "modern-progress" } },
      { meta: { progressToken: 7 } },
    );
    const stream = readEvents(response);
    expect(await stream.message()).toMatchObject({ params: { progressToken: 7, progress: 1 } });
    (await held("modern-progress")).release();
    expect(await stream.message()).toMatchObject({ result: { content: [{ text: "released" }] } });
    expect(await stream.next()).toBeUndefined();
  });

  it("keeps an open stream alive with comments", async () => {
    const response = await postModern(
      door,
      "tools/call",
      { name: "hold", arguments: { key: "comments" } },
      { meta: { progressToken: 7 } },
    );
    const stream = readEvents(response);
    await stream.message();
    expect(await stream.next()).toMatchObject({ comment: true });
    expect(await stream.next()).toMatchObject({ comment: true });
    (await held("comments")).release();
    expect(await stream.message()).toMatchObject({ id: 1 });
  });

  it("cancels the call when the client closes the response", async () => {
    const closing = new AbortController();
    const response = await postModern(
      door,
      "tools/call",
      { name: "hold", arguments: { key: "closing" } },
      { meta: { progressToken: 7 }, signal: closing.signal },
    );
    const stream = readEvents(response);
    await stream.message();
    const call = await held("closing");
    closing.abort();
    await stream.close().catch(() => {});
    await call.aborted;
  });

  it("gives a slow reader the result, and drops notifications that would pile up", async () => {
    const response = await postModern(
      door,
      "tools/call",
      { name: "flood", arguments: { key: "modern-flood" } },
      { meta: { "io.modelcontextprotocol/logLevel": "info" } },
    );
    await held("modern-flood");
    const reply = await readReply(response);
    expect(reply.result).toMatchObject({ content: [{ text: String(FLOOD.messages) }] });
    expect(reply.notifications.length).toBeGreaterThan(0);
    expect(reply.notifications.length).toBeLessThan(FLOOD.messages);
  });

  it("answers an unknown method with 404", async () => {
    const reply = await modern(door, "nothing/here");
    expect(reply).toMatchObject({ status: 404, error: { code: -32601 } });
  });

  it("answers a request that its method refuses with 200", async () => {
    expect(await callTool(door, "none")).toMatchObject({ status: 200, error: { code: -32602 } });
  });

  it("takes a notification without effect", async () => {
    const response = await post(
      door,
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }),
      { "mcp-protocol-version": MODERN_VERSION },
    );
    expect(response.status).toBe(202);
    expect(await response.text()).toBe("");
  });

  it.each([
    ["Mcp-Method that is missing", { "mcp-method": undefined }],
    ["Mcp-Method that differs", { "mcp-method": "tools/list" }],
    ["Mcp-Name that is missing", { "mcp-name": undefined }],
    ["Mcp-Name that differs", { "mcp-name": "count" }],
    ["Mcp-Name in broken base64", { "mcp-name": "=?base64?%%%?=" }],
    ["MCP-Protocol-Version that is missing", { "mcp-protocol-version": undefined }],
    ["MCP-Protocol-Version of another revision", { "mcp-protocol-version": "2025-11-25" }],
  ])("refuses %s", async (_what, headers) => {
    const reply = await callTool(door, "echo", { text: "a" }, { headers });
    expect(reply).toMatchObject({ status: 400, error: { code: -32020 }, message: { id: 1 } });
  });

  it("takes Mcp-Name in base64", async () => {
    const uri = "note:///größe";
    const encoded = `=?base64?${Buffer.from(uri).toString("base64")}?=`;
    const reply = await modern(door, "resources/read", { uri }, { headers: { "mcp-name": encoded } });
    expect(reply.result).toMatchObject({ contents: [{ uri, text: "a note" }] });
  });

  it("takes a call whose Mcp-Param headers mirror its arguments", async () => {
    const headers = {
      "mcp-param-region": `=?base64?${Buffer.from("Łódź").toString("base64")}?=`,
      "mcp-param-size": "3",
    };
    const reply = await callTool(door, "place", { region: "Łódź", size: 3 }, { headers });
    expect(reply.result).toMatchObject({ content: [{ text: "Łódź 3" }] });
  });

  it.each([
    ["missing", {}],
    ["different", { "mcp-param-region": "south" }],
    ["set without an argument", { "mcp-param-region": "north", "mcp-param-size": "3" }],
  ])("refuses a call whose Mcp-Param header is %s", async (_what, headers) => {
    const reply = await callTool(door, "place", { region: "north" }, { headers });
    expect(reply).toMatchObject({ status: 400, error: { code: -32020 } });
  });

  it("refuses a version it does not know, and says which it knows", async () => {
    const reply = await callTool(
      door,
      "echo",
      { text: "a" },
      {
        headers: { "mcp-protocol-version": "2099-01-01" },
        meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01" },
      },
    );
    expect(reply).toMatchObject({
      status: 400,
      error: { code: -32022, data: { supported: [MODERN_VERSION], requested: "2099-01-01" } },
    });
  });
}

function legacyRules(door: Door, held: HttpFixture["held"]): void {
  it("opens a session with an id that cannot be guessed", async () => {
    const one = await openSession(door);
    const two = await openSession(door);
    expect(one.id).toMatch(/^[\w-]{32,}$/);
    expect(one.id).not.toBe(two.id);
    expect(one.welcome).toMatchObject({ protocolVersion: "2025-11-25", serverInfo: { name: "contract" } });
  });

  it("answers a call with JSON", async () => {
    const session = await openSession(door);
    expect(await session.callTool("echo", { text: "a" })).toMatchObject({
      status: 200,
      streamed: false,
      result: { content: [{ text: "a" }] },
    });
  });

  it("turns a reply into a stream with event ids when something comes before the result", async () => {
    const session = await openSession(door);
    const response = await session.post({
      jsonrpc: "2.0",
      id: 5,
      method: "tools/call",
      params: { name: "count", _meta: { progressToken: "p" } },
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const stream = readEvents(response);
    const priming = await stream.next();
    expect(priming).toMatchObject({ message: undefined, id: expect.stringMatching(/\.0$/) });
    const events = [await stream.message(), await stream.message(), await stream.message()];
    expect(events.map(({ params }) => params?.progress)).toEqual([1, 2, 3]);
    expect(await stream.message()).toMatchObject({ id: 5, eventId: expect.stringMatching(/\.4$/) });
    expect(await stream.next()).toBeUndefined();
  });

  it("takes notifications and responses with 202", async () => {
    const session = await openSession(door);
    expect((await session.notify("notifications/initialized")).status).toBe(202);
    expect((await session.post({ jsonrpc: "2.0", id: 9, result: {} })).status).toBe(202);
  });

  it("tells the session's stream what belongs to no call", async () => {
    const session = await openSession(door);
    const stream = await session.listen();
    expect(await stream.next()).toMatchObject({ id: "s.0", message: undefined });
    await session.request("resources/subscribe", { uri: "note:///größe" });
    await session.callTool("touch");
    await session.callTool("remark");
    expect(await stream.message()).toMatchObject({
      eventId: "s.1",
      method: "notifications/resources/updated",
      params: { uri: "note:///größe" },
    });
    expect(await stream.message()).toMatchObject({
      eventId: "s.2",
      method: "notifications/message",
      params: { level: "warning", data: "remarked" },
    });
    await stream.close();
  });

  it("brings a session's stream up to date when it comes back", async () => {
    const session = await openSession(door);
    const broken = await session.listen();
    await session.callTool("remark");
    const { eventId } = await broken.message();
    await broken.close();
    await session.callTool("remark");
    await session.callTool("remark");
    const stream = await session.listen(eventId);
    expect([(await stream.message()).eventId, (await stream.message()).eventId]).toEqual(["s.2", "s.3"]);
    await stream.close();
  });

  it("turns a reply into a stream when its result takes long", async () => {
    const session = await openSession(door);
    const response = await session.post({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "hold", arguments: { key: "long" } },
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    (await held("long")).release();
    expect(await readReply(response)).toMatchObject({ result: { content: [{ text: "released" }] } });
  });

  it("goes on with a call whose stream broke, and replays what was missed", async () => {
    const session = await openSession(door);
    const closing = new AbortController();
    const response = await session.post(
      {
        jsonrpc: "2.0",
        id: "lost",
        method: "tools/call",
        params: { name: "hold", arguments: { key: "resume" }, _meta: { progressToken: 1 } },
      },
      {},
      closing.signal,
    );
    const broken = readEvents(response);
    const { eventId } = await broken.message();
    const call = await held("resume");
    closing.abort();
    await broken.close().catch(() => {});
    call.release();
    const resumed = await session.listen(eventId);
    expect(await resumed.message()).toMatchObject({
      id: "lost",
      result: { content: [{ text: "released" }] },
    });
    expect(await resumed.next()).toBeUndefined();
  });

  it("replays to the session's owner only", async () => {
    const owner = await openSession(door, { headers: { "x-user": "ann" } });
    const reply = await owner.post({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "count", _meta: { progressToken: 1 } },
    });
    const { eventId = "" } = await readEvents(reply).message();
    const other = await openSession(door, { headers: { "x-user": "bob" } });
    const stream = await other.listen(eventId);
    expect(await stream.message()).toMatchObject({ id: 1, error: { code: -32603 } });
    const stolen = await door(MCP_PATH, {
      headers: {
        accept: "text/event-stream",
        "mcp-session-id": owner.id,
        "last-event-id": eventId,
        "x-user": "bob",
      },
    });
    expect(stolen.status).toBe(404);
  });

  it("cancels a call by notification, and sends no response for it", async () => {
    const session = await openSession(door);
    const response = await session.post({
      jsonrpc: "2.0",
      id: "c",
      method: "tools/call",
      params: { name: "hold", arguments: { key: "cancel" }, _meta: { progressToken: 1 } },
    });
    const stream = readEvents(response);
    await stream.message();
    const call = await held("cancel");
    await session.notify("notifications/cancelled", { requestId: "c" });
    await call.aborted;
    await stream.ended();
  });

  it("gives a slow reader the result", async () => {
    const session = await openSession(door);
    const response = await session.post({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "flood", arguments: { key: `legacy-flood-${session.id}` } },
    });
    await held(`legacy-flood-${session.id}`);
    const reply = await readReply(response);
    expect(reply.result).toMatchObject({ content: [{ text: String(FLOOD.messages) }] });
    expect(reply.notifications.length).toBeLessThan(FLOOD.messages);
  });

  it("ends a session and its stream on DELETE", async () => {
    const session = await openSession(door);
    const stream = await session.listen();
    expect((await session.end()).status).toBe(204);
    await stream.ended();
    expect(await session.request("ping")).toMatchObject({ status: 404 });
    expect((await session.end()).status).toBe(404);
  });
}

function refusalRules(door: Door, { ownAnswers }: HttpForm): void {
  const errorOf = async (response: Response): Promise<unknown> => {
    const { status, error } = await readReply(response);
    return [status, error.code];
  };

  it("a request of no era with 400", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(await errorOf(await post(door, body))).toEqual([400, -32600]);
  });

  it("a version header it does not know with 400, whatever the method", async () => {
    const session = await openSession(door);
    const headers = {
      "mcp-session-id": session.id,
      "mcp-protocol-version": "1999-01-01",
      accept: "text/event-stream",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await errorOf(await post(door, body, headers))).toEqual([400, -32022]);
    for (const method of ["GET", "DELETE"])
      expect(await errorOf(await door(MCP_PATH, { method, headers }))).toEqual([400, -32022]);
  });

  it("a session request without an id with 400, and one with an unknown id with 404", async () => {
    expect(await errorOf(await door(MCP_PATH, { headers: { accept: "text/event-stream" } }))).toEqual([
      400, -32600,
    ]);
    const headers = { accept: "text/event-stream", "mcp-session-id": "unknown" };
    expect(await errorOf(await door(MCP_PATH, { headers }))).toEqual([404, -32600]);
    expect(await errorOf(await door(MCP_PATH, { method: "DELETE", headers }))).toEqual([404, -32600]);
  });

  it("an event id that is none of its own with 400", async () => {
    const session = await openSession(door);
    const headers = { accept: "text/event-stream", "mcp-session-id": session.id, "last-event-id": "zzz" };
    expect(await errorOf(await door(MCP_PATH, { headers }))).toEqual([400, -32600]);
  });

  it("a client without credentials with 401 and a challenge", async () => {
    const reply = await callTool(door, "echo", { text: "a" }, { headers: { "x-user": "stranger" } });
    expect(reply).toMatchObject({ status: 401, error: { code: -32600 } });
    expect(reply.headers.get("www-authenticate")).toBe('Bearer realm="contract", scope="read"');
  });

  it("a client that may not come in with 403", async () => {
    const reply = await callTool(door, "echo", { text: "a" }, { headers: { "x-user": "banned" } });
    expect(reply).toMatchObject({
      status: 403,
      error: { code: -32600, message: "Invalid request: not you" },
    });
  });

  it("other HTTP methods with 405", async () => {
    const response = await door(MCP_PATH, { method: "PUT" });
    expect(response.headers.get("allow")).toBe("POST, GET, DELETE, OPTIONS");
    expect(await errorOf(response)).toEqual([405, -32600]);
  });

  it("GET and DELETE of the modern era with 405", async () => {
    for (const method of ["GET", "DELETE"]) {
      const headers = { "mcp-protocol-version": MODERN_VERSION, accept: "text/event-stream" };
      expect(await errorOf(await door(MCP_PATH, { method, headers }))).toEqual([405, -32600]);
    }
  });

  it("a client that takes neither JSON nor events with 406", async () => {
    const response = await post(door, JSON.stringify(initializeBody()), { accept: "text/html" });
    expect(await errorOf(response)).toEqual([406, -32600]);
    const get = await door(MCP_PATH, { headers: { accept: "application/json", "mcp-session-id": "x" } });
    expect(await errorOf(get)).toEqual([406, -32600]);
  });

  it("a message that is no JSON-RPC with 400", async () => {
    expect(await errorOf(await post(door, "{}"))).toEqual([400, -32600]);
  });

  it("a batch outside a session with 400", async () => {
    expect(await errorOf(await post(door, JSON.stringify([modernBody("tools/list")])))).toEqual([
      400, -32600,
    ]);
  });

  it("a batch of none, of more than 100 messages, and one with initialize in it with 400", async () => {
    const session = await openSession(door, { revision: "2025-03-26" });
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    for (const batch of [[], Array.from({ length: 101 }, () => ping), [ping, initializeBody()]])
      expect(await errorOf(await session.post(batch))).toEqual([400, -32600]);
  });

  it("a body that is nested too deeply with 400", async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(100)}1${"}".repeat(100)}}`;
    expect(await errorOf(await post(door, body))).toEqual([400, -32700]);
  });

  if (!ownAnswers.includes("content-type")) {
    it("a body that does not say it is JSON with 415", async () => {
      const response = await post(door, JSON.stringify(initializeBody()), { "content-type": "text/plain" });
      expect(await errorOf(response)).toEqual([415, -32600]);
    });
  }
  if (!ownAnswers.includes("broken-json")) {
    it.each([
      ["{"],
      [""],
      ['{"a":"\\x"}'],
      ['{"__proto__":{}}'],
      [`\uFEFF${JSON.stringify(initializeBody())}`],
    ])("the broken body %j with 400", async (body) => {
      expect(await errorOf(await post(door, body))).toEqual([400, -32700]);
    });
  }
  if (!ownAnswers.includes("body-limit")) {
    it("a body over the limit with 413", async () => {
      const body = JSON.stringify(modernBody("tools/call", { name: "x".repeat(MAX_BODY_BYTES) }));
      const response = await door(MCP_PATH, {
        method: "POST",
        headers: modernHeaders("tools/call", { name: "x" }),
        body,
      });
      expect(await errorOf(response)).toEqual([413, -32600]);
    });

    it("a body over the limit that does not say its length with 413", async () => {
      const chunk = new TextEncoder().encode("x".repeat(1000));
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1;
          if (sent > 30) controller.close();
          else controller.enqueue(chunk);
        },
      });
      const response = await door(MCP_PATH, {
        method: "POST",
        headers: modernHeaders("tools/call"),
        body,
        duplex: "half",
      } as RequestInit);
      expect(await errorOf(response)).toEqual([413, -32600]);
    });
  }
}

function originRules(door: Door): void {
  const page = { origin: "https://app.test" };

  it("answers the preflight of an allowed origin", async () => {
    const response = await door(MCP_PATH, {
      method: "OPTIONS",
      headers: {
        ...page,
        "access-control-request-method": "DELETE",
        "access-control-request-headers": "authorization, mcp-session-id, mcp-param-region, x-other",
      },
    });
    expect(response.status).toBe(204);
    const list = (name: string): readonly string[] =>
      (response.headers.get(name) ?? "").toLowerCase().split(", ");
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.test");
    expect(list("access-control-allow-methods")).toEqual(["post", "get", "delete", "options"]);
    expect(list("access-control-allow-headers")).toEqual(
      expect.arrayContaining([
        "authorization",
        "content-type",
        "last-event-id",
        "mcp-method",
        "mcp-name",
        "mcp-param-region",
        "mcp-protocol-version",
        "mcp-session-id",
      ]),
    );
    expect(list("access-control-allow-headers")).not.toContain("x-other");
    expect(list("vary")).toContain("origin");
  });

  it("lets pages of an allowed origin read its replies and their headers", async () => {
    const replies = [
      await callTool(door, "echo", { text: "a" }, { headers: page }),
      await callTool(door, "count", {}, { headers: page, meta: { progressToken: 1 } }),
      await callTool(door, "echo", { text: "a" }, { headers: { ...page, "x-user": "stranger" } }),
      await modern(door, "nothing/here", {}, { headers: page }),
    ];
    for (const { headers } of replies) {
      expect(headers.get("access-control-allow-origin")).toBe("https://app.test");
      expect(headers.get("access-control-expose-headers")).toBe("Mcp-Session-Id, WWW-Authenticate");
    }
  });

  it("takes pages of the loopback, and clients that are no pages", async () => {
    for (const headers of [{ origin: "http://localhost:5173" }, { origin: "http://[::1]:80" }, {}])
      expect(await callTool(door, "echo", { text: "a" }, { headers })).toMatchObject({ status: 200 });
  });

  it.each(["https://evil.test", "null", "https://app.test.evil.test", "http://app.test"])(
    "refuses the origin %s",
    async (origin) => {
      const reply = await callTool(door, "echo", { text: "a" }, { headers: { origin } });
      expect(reply).toMatchObject({ status: 403, error: { code: -32600 } });
      expect(reply.headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it("takes an allowed Host and refuses a foreign one", async () => {
    const ask = (host: string) => callTool(door, "echo", { text: "a" }, { headers: { host } });
    expect(await ask("mcp.test:8443")).toMatchObject({ status: 200 });
    expect(await ask("evil.test")).toMatchObject({ status: 403, error: { code: -32600 } });
  });
}
