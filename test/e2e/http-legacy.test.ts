// The legacy era on HTTP, on the wire: what clients do not show.

import { channels } from "beckon";
import { createFakeClock } from "beckon/testing";
import { describe, expect, test } from "vitest";
import { startHeldServer } from "./wire/held-server.js";
import { initializeMessage, openSession } from "./wire/legacy-session.js";
import { nextEvent } from "./wire/next-event.js";
import { post } from "./wire/raw-http.js";

const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

describe("the reply to a POST", () => {
  test("is JSON when the result is there at once", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const reply = await session.call(1, "say");

    expect(reply.status).toBe(200);
    expect(reply.type).toBe("application/json");
    expect(await reply.json()).toMatchObject({ id: 1, result: { content: [{ text: "Said." }] } });
  });

  test("is JSON when the result takes less than a second", async () => {
    const clock = createFakeClock();
    await using raw = await startHeldServer({ clock });
    const session = await openSession(raw.url);
    const coming = session.call(1, "hold", { key: "a" });
    const { finish } = await raw.held("a");
    await clock.advance(990);
    finish("In time.");

    const reply = await coming;
    expect(reply.type).toBe("application/json");
    expect(await reply.json()).toMatchObject({ id: 1, result: { content: [{ text: "In time." }] } });
  });

  test("becomes an event stream after a second", async () => {
    const clock = createFakeClock();
    await using raw = await startHeldServer({ clock });
    const session = await openSession(raw.url);
    const coming = session.call(1, "hold", { key: "a" });
    const { finish } = await raw.held("a");
    await clock.advance(1100);

    const reply = await coming;
    expect(reply.type).toBe("text/event-stream");
    finish("Late.");
    const events = await reply.rest();
    expect(events.at(-1)?.message).toMatchObject({ id: 1, result: { content: [{ text: "Late." }] } });
  });

  test("is an event stream that no proxy holds back when something comes before the result", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const reply = await session.call(1, "log");

    expect(reply.status).toBe(200);
    expect(reply.type).toBe("text/event-stream");
    expect(reply.headers.get("x-accel-buffering")).toBe("no");
    expect(reply.headers.get("cache-control")).toContain("no-cache");
    const messages = (await reply.rest()).flatMap(({ message }) => message ?? []);
    expect(messages).toMatchObject([
      { method: "notifications/message", params: { data: "first" } },
      { method: "notifications/message", params: { data: "second" } },
      { id: 1, result: {} },
    ]);
  });

  test.each(["notification", "response"])("is 202 without a body for a %s", async (kind) => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const reply = await session.post(
      kind === "notification"
        ? { jsonrpc: "2.0", method: "notifications/initialized" }
        : { jsonrpc: "2.0", id: 7, result: {} },
    );

    expect(reply.status).toBe(202);
    expect(await reply.text()).toBe("");
  });

  test("says that a resource is not found with -32002", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const params = { uri: "app:///nowhere" };
    const reply = await session.post({ jsonrpc: "2.0", id: 1, method: "resources/read", params });

    expect(await reply.json()).toMatchObject({ id: 1, error: { code: -32002, data: params } });
  });
});

describe("events", () => {
  test("each have an id of their own", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const events = await (await session.call(1, "log")).rest();
    const ids = events.map(({ id }) => id);

    expect(ids.every((id) => id !== undefined && id !== "")).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(REVISIONS)("of a call begin with a priming event from 2025-11-25 on: %s", async (revision) => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url, revision);
    const reply = await session.call(1, "log");
    const first = await reply.next();
    await reply.rest();

    if (revision === "2025-11-25")
      expect(first).toMatchObject({ id: expect.any(String), message: undefined });
    else expect(first?.message).toMatchObject({ method: "notifications/message" });
  });

  test.each(REVISIONS)("of a session begin with a priming event from 2025-11-25 on: %s", async (revision) => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url, revision);
    const reply = await session.get();
    raw.server.tool("another", {}, () => "Here.");
    const first = await reply.next();
    reply.hangUp();

    if (revision === "2025-11-25")
      expect(first).toMatchObject({ id: expect.any(String), message: undefined });
    else expect(first?.message).toMatchObject({ method: "notifications/tools/list_changed" });
  });
});

describe("a released call", () => {
  test("gives the connection back with the time to wait, and its result to who comes back", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const coming = session.call(1, "hold", { key: "a" });
    const { ctx, finish } = await raw.held("a");
    ctx.release({ retryMs: 250 });
    const events = await (await coming).rest();
    const lastId = events.findLast(({ id }) => id !== undefined)?.id;

    expect(events.some(({ retry }) => retry === 250)).toBe(true);
    expect(events.every(({ message }) => message === undefined)).toBe(true);
    const resumed = await session.get(lastId);
    finish("You came back.");
    expect((await resumed.rest()).map(({ message }) => message)).toMatchObject([
      { id: 1, result: { content: [{ text: "You came back." }] } },
    ]);
  });

  test("keeps its result after it has ended", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const stopped = nextEvent(channels.dispatchStop);
    const coming = session.call(1, "hold", { key: "a" });
    const { ctx, finish } = await raw.held("a");
    ctx.release({ retryMs: 250 });
    const [first] = await (await coming).rest();
    ctx.log("error", "meanwhile");
    finish("Done without you.");
    await stopped;

    const resumed = await session.get(first?.id);
    expect((await resumed.rest()).map(({ message }) => message)).toMatchObject([
      { method: "notifications/message", params: { data: "meanwhile" } },
      { id: 1, result: { content: [{ text: "Done without you." }] } },
    ]);
  });

  test("can be released again after the client came back", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const coming = session.call(1, "hold", { key: "a" });
    const { ctx, finish } = await raw.held("a");
    ctx.release({ retryMs: 1 });
    const [first] = await (await coming).rest();
    const second = await session.get(first?.id);
    ctx.log("error", "one");
    const one = await second.next();
    ctx.release({ retryMs: 2 });
    expect((await second.rest()).some(({ retry }) => retry === 2)).toBe(true);

    const third = await session.get(one?.id);
    finish("At last.");
    expect((await third.rest()).map(({ message }) => message)).toMatchObject([{ id: 1, result: {} }]);
  });

  test.each(REVISIONS.slice(0, -1))("stays connected in %s, which knows no such thing", async (revision) => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url, revision);
    const coming = session.call(1, "hold", { key: "a" });
    const { ctx, finish } = await raw.held("a");
    ctx.release({ retryMs: 250 });
    finish("Still here.");

    expect(await (await coming).json()).toMatchObject({ id: 1, result: {} });
  });

  test("gives another session nothing of its stream", async () => {
    await using raw = await startHeldServer();
    const owner = await openSession(raw.url);
    const stranger = await openSession(raw.url);
    const coming = owner.call(1, "hold", { key: "a" });
    const { ctx, finish } = await raw.held("a");
    ctx.log("error", "for the owner only");
    ctx.release({ retryMs: 1 });
    const [first] = await (await coming).rest();
    const taken = await (await stranger.get(first?.id)).rest();
    finish("For the owner only.");

    expect(JSON.stringify(taken)).not.toContain("owner");
    expect(taken.every(({ message }) => message?.result === undefined)).toBe(true);
    const own = await (await owner.get(first?.id)).rest();
    expect(own.at(-1)?.message).toMatchObject({
      id: 1,
      result: { content: [{ text: "For the owner only." }] },
    });
  });

  test("is not found under an event id that the server never gave", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const reply = await session.get("forged");

    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { code: -32600 } });
  });
});

describe("a call", () => {
  test("goes on when its stream breaks, and is there for who comes back", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const coming = session.call(1, "hold", { key: "a" });
    const { ctx, finish } = await raw.held("a");
    ctx.log("error", "before the break");
    const reply = await coming;
    const first = await reply.next();
    const broken = nextEvent(channels.streamClosed);
    reply.hangUp();
    await broken;

    expect(ctx.signal.aborted).toBe(false);
    finish("Nothing was lost.");
    const events = await (await session.get(first?.id)).rest();
    expect(events.map(({ message }) => message)).toMatchObject([
      { params: { data: "before the break" } },
      { id: 1, result: { content: [{ text: "Nothing was lost." }] } },
    ]);
  });

  test("ends by notifications/cancelled, without a response", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const coming = session.call(1, "hold", { key: "a" });
    const { ctx } = await raw.held("a");
    ctx.log("error", "on a stream");
    const params = { requestId: 1, reason: "enough" };
    const told = await session.post({ jsonrpc: "2.0", method: "notifications/cancelled", params });

    expect(told.status).toBe(202);
    expect(ctx.signal.aborted).toBe(true);
    expect(String(ctx.signal.reason)).toContain("enough");
    const events = await (await coming).rest();
    expect(events.every(({ message }) => message?.id === undefined)).toBe(true);
  });

  test("of another session cannot be cancelled", async () => {
    await using raw = await startHeldServer();
    const owner = await openSession(raw.url);
    const stranger = await openSession(raw.url);
    const coming = owner.call(1, "hold", { key: "a" });
    const { ctx, finish } = await raw.held("a");
    const params = { requestId: 1 };
    const told = await stranger.post({ jsonrpc: "2.0", method: "notifications/cancelled", params });

    expect(told.status).toBe(202);
    expect(ctx.signal.aborted).toBe(false);
    finish("Untouched.");
    expect(await (await coming).json()).toMatchObject({ id: 1, result: {} });
  });
});

describe("[acceptance 26] a batch", () => {
  const batch = [
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "say" } },
    { jsonrpc: "2.0", id: 3, method: "nowhere" },
  ];

  test("is answered as a batch in 2025-03-26", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url, "2025-03-26");
    const answers: unknown = await (await session.post(batch)).json();

    expect(answers).toHaveLength(3);
    expect(answers).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, result: {} }),
        expect.objectContaining({ id: 2, result: { content: [{ type: "text", text: "Said." }] } }),
        expect.objectContaining({ id: 3, error: expect.objectContaining({ code: -32601 }) }),
      ]),
    );
  });

  test("is answered on one stream when something comes before the results", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url, "2025-03-26");
    const call = (id: number): object => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "log" },
    });
    const reply = await session.post([call(1), call(2)]);

    expect(reply.type).toBe("text/event-stream");
    const ids = (await reply.rest()).flatMap(({ message }) => message?.id ?? []);
    expect(ids.sort()).toEqual([1, 2]);
  });

  test("of notifications alone is 202", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url, "2025-03-26");

    expect((await session.post([batch[1]])).status).toBe(202);
  });

  test.each(REVISIONS.filter((revision) => revision !== "2025-03-26"))(
    "is refused in %s",
    async (revision) => {
      await using raw = await startHeldServer();
      const session = await openSession(raw.url, revision);
      const reply = await session.post(batch);

      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ error: { code: -32600 } });
    },
  );
});

describe("a session", () => {
  test.each(REVISIONS)("speaks the revision that was asked for: %s", async (revision) => {
    await using raw = await startHeldServer();
    const reply = await post(raw.url, initializeMessage(revision));

    expect(await reply.json()).toMatchObject({ result: { protocolVersion: revision } });
  });

  test("ends with DELETE and is 404 from then on", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const deleted = await session.delete();

    expect(deleted.status).toBe(204);
    expect((await session.call(1, "say")).status).toBe(404);
    expect((await session.get()).status).toBe(404);
    expect((await session.delete()).status).toBe(404);
  });

  test("cancels its calls and ends its streams when it is deleted", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const stream = await session.get();
    const coming = session.call(1, "hold", { key: "a" });
    const { ctx } = await raw.held("a");
    await session.delete();

    expect(ctx.signal.aborted).toBe(true);
    await stream.rest();
    await (await coming).text();
  });

  test("is 400 without its id and 404 under an unknown one", async () => {
    await using raw = await startHeldServer();
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const headers = { "mcp-protocol-version": "2025-11-25" };
    const missing = await post(raw.url, ping, headers);
    const unknown = await post(raw.url, ping, { ...headers, "mcp-session-id": "nowhere" });

    expect(missing.status).toBe(400);
    expect(unknown.status).toBe(404);
  });

  test("replays on its own stream what came while no connection was there", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url);
    const before = await session.get();
    const priming = await before.next();
    const closed = nextEvent(channels.streamClosed);
    before.hangUp();
    await closed;
    raw.server.tool("another", {}, () => "Here.");
    await raw.server.session(session.id).log("error", "meanwhile");

    const after = await session.get(priming?.id);
    const missed = [await after.next(), await after.next()].map((event) => event?.message?.method);
    after.hangUp();
    expect(missed.sort()).toEqual(["notifications/message", "notifications/tools/list_changed"]);
  });

  test("hears every notice once, on its newest stream", async () => {
    await using raw = await startHeldServer();
    const session = await openSession(raw.url, "2025-06-18");
    const older = await session.get();
    const newer = await session.get();
    raw.server.tool("another", {}, () => "Here.");
    expect((await newer.next())?.message?.method).toBe("notifications/tools/list_changed");
    newer.hangUp();

    await session.delete();
    expect(await older.rest()).toEqual([]);
  });
});
