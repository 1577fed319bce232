// The modern era on HTTP, on the wire: what clients do not show.

import { channels } from "beckon";
import { createFakeClock } from "beckon/testing";
import { describe, expect, test } from "vitest";
import { startHeldServer } from "./wire/held-server.js";
import { openSession } from "./wire/legacy-session.js";
import { MODERN, modernMeta, postModern } from "./wire/modern-request.js";
import { nextEvent } from "./wire/next-event.js";
import { post, send } from "./wire/raw-http.js";

const LOG_ERRORS = { "io.modelcontextprotocol/logLevel": "error" };
const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

describe("the reply to a POST", () => {
  test("is JSON when the result is there at once, and opens no session", async () => {
    await using raw = await startHeldServer();
    const reply = await postModern(raw.url, 1, "tools/call", { name: "say" });

    expect(reply.status).toBe(200);
    expect(reply.type).toBe("application/json");
    expect(reply.headers.get("mcp-session-id")).toBeNull();
    expect(await reply.json()).toMatchObject({
      id: 1,
      result: {
        resultType: "complete",
        content: [{ text: "Said." }],
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "held", version: "1.0.0" } },
      },
    });
  });

  test("becomes an event stream after a second", async () => {
    const clock = createFakeClock();
    await using raw = await startHeldServer({ clock });
    const coming = postModern(raw.url, 1, "tools/call", { name: "hold", arguments: { key: "a" } });
    const { finish } = await raw.held("a");
    await clock.advance(1100);

    const reply = await coming;
    expect(reply.type).toBe("text/event-stream");
    finish("Late.");
    expect((await reply.rest()).map(({ message }) => message)).toMatchObject([{ id: 1, result: {} }]);
  });

  test("is a stream that no proxy holds back, of events without ids, when something comes before the result", async () => {
    await using raw = await startHeldServer();
    const params = { name: "log", _meta: modernMeta(LOG_ERRORS) };
    const reply = await postModern(raw.url, 1, "tools/call", params);

    expect(reply.type).toBe("text/event-stream");
    expect(reply.headers.get("x-accel-buffering")).toBe("no");
    const events = await reply.rest();
    expect(events.map(({ id }) => id)).toEqual([undefined, undefined, undefined]);
    expect(events.map(({ message }) => message)).toMatchObject([
      { method: "notifications/message", params: { data: "first" } },
      { method: "notifications/message", params: { data: "second" } },
      { id: 1, result: {} },
    ]);
  });

  test("does not end early when the handler releases its call", async () => {
    await using raw = await startHeldServer();
    const coming = postModern(raw.url, 1, "tools/call", { name: "hold", arguments: { key: "a" } });
    const { ctx, finish } = await raw.held("a");
    ctx.release({ retryMs: 1 });
    finish("Still here.");

    expect(await (await coming).json()).toMatchObject({ id: 1, result: {} });
  });

  test("says that a resource is not found with -32602 and its uri", async () => {
    await using raw = await startHeldServer();
    const reply = await postModern(raw.url, 1, "resources/read", { uri: "app:///nowhere" });

    expect(await reply.json()).toMatchObject({ error: { code: -32602, data: { uri: "app:///nowhere" } } });
  });

  test.each(["initialize", "ping", "logging/setLevel", "resources/subscribe", "nowhere"])(
    "is 404 with -32601 for %s",
    async (method) => {
      await using raw = await startHeldServer();
      const reply = await postModern(raw.url, 1, method);

      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject({ id: 1, error: { code: -32601 } });
    },
  );

  test("is 400 for a response", async () => {
    await using raw = await startHeldServer();
    const response = { jsonrpc: "2.0", id: 1, result: {} };
    const reply = await post(raw.url, response, { "mcp-protocol-version": MODERN });

    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { code: -32600 } });
  });

  test("is 400 for a batch", async () => {
    await using raw = await startHeldServer();
    const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: modernMeta() } };
    const headers = { "mcp-protocol-version": MODERN, "mcp-method": "tools/list" };
    const reply = await post(raw.url, [request], headers);

    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { code: -32600 } });
  });
});

test.each(["GET", "DELETE"])("%s is not allowed", async (method) => {
  await using raw = await startHeldServer();
  const headers = { accept: "text/event-stream", "mcp-protocol-version": MODERN };

  expect((await send(raw.url, method, headers)).status).toBe(405);
});

test("a closed response cancels its call", async () => {
  await using raw = await startHeldServer();
  const params = { name: "hold", arguments: { key: "a" }, _meta: modernMeta(LOG_ERRORS) };
  const coming = postModern(raw.url, 1, "tools/call", params);
  const { ctx } = await raw.held("a");
  const aborted = new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
  ctx.log("error", "to have a stream");
  const reply = await coming;
  await reply.next();
  reply.hangUp();

  await aborted;
  expect(String(ctx.signal.reason)).toContain("cancelled");
});

test("a request that is given up before its reply began is cancelled too", async () => {
  await using raw = await startHeldServer();
  const abort = new AbortController();
  const coming = fetch(raw.url, {
    method: "POST",
    signal: abort.signal,
    headers: {
      "content-type": "application/json",
      "mcp-protocol-version": MODERN,
      "mcp-method": "tools/call",
      "mcp-name": "hold",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "hold", arguments: { key: "a" }, _meta: modernMeta() },
    }),
  });
  const { ctx } = await raw.held("a");
  const aborted = new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
  abort.abort();

  await expect(coming).rejects.toThrow();
  await aborted;
});

describe("subscriptions/listen", () => {
  test("begins with what the server agrees to, tags every notice, and ends with its result", async () => {
    await using raw = await startHeldServer();
    const reply = await postModern(raw.url, 9, "subscriptions/listen", {
      notifications: {
        toolsListChanged: true,
        promptsListChanged: true,
        resourceSubscriptions: ["app:///note"],
      },
    });
    const first = await reply.next();
    raw.server.tool("another", {}, () => "Here.");
    const second = await reply.next();
    raw.server.notifyResourceUpdated("app:///note");
    const third = await reply.next();
    await raw.server.close();
    const rest = await reply.rest();

    const _meta = { [SUBSCRIPTION_ID]: 9 };
    expect(first?.message).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
      params: { _meta, notifications: { toolsListChanged: true, resourceSubscriptions: ["app:///note"] } },
    });
    // There are no prompts, so there is nothing to agree to.
    expect(first?.message?.params?.notifications).not.toHaveProperty("promptsListChanged");
    expect(second?.message).toMatchObject({ method: "notifications/tools/list_changed", params: { _meta } });
    expect(third?.message).toMatchObject({
      method: "notifications/resources/updated",
      params: { _meta, uri: "app:///note" },
    });
    expect(rest.map(({ message }) => message)).toMatchObject([
      { id: 9, result: { resultType: "complete", _meta } },
    ]);
  });

  test("[acceptance 25] announces a tool once it can be called", async () => {
    await using raw = await startHeldServer();
    const filter = { notifications: { toolsListChanged: true } };
    const reply = await postModern(raw.url, 1, "subscriptions/listen", filter);
    await reply.next();
    raw.server.tool("another", {}, () => "Here.");
    await reply.next();
    const called = await postModern(raw.url, 2, "tools/call", { name: "another" });
    reply.hangUp();

    expect(await called.json()).toMatchObject({ result: { content: [{ text: "Here." }] } });
  });

  test("is over when its client hangs up", async () => {
    await using raw = await startHeldServer();
    const stopped = nextEvent(channels.dispatchStop);
    const filter = { notifications: { toolsListChanged: true } };
    const reply = await postModern(raw.url, 1, "subscriptions/listen", filter);
    await reply.next();
    reply.hangUp();

    await expect(stopped).resolves.toMatchObject({ method: "subscriptions/listen" });
  });
});

test("both eras are served at once on one endpoint", async () => {
  await using raw = await startHeldServer();
  const session = await openSession(raw.url);
  const replies = await Promise.all([
    session.call(1, "say"),
    postModern(raw.url, 1, "tools/call", { name: "say" }),
    session.call(2, "say"),
    postModern(raw.url, 2, "tools/call", { name: "say" }),
  ]);
  const results = await Promise.all(replies.map(async (reply) => (await reply.json()).result));

  expect(results.map((result) => result?.resultType)).toEqual([undefined, "complete", undefined, "complete"]);
});
