// A server's life: hooks, and closing in order.

import { describe, expect, it } from "vitest";
import { allow, createServer, type Disconnected, type Server, type ServerOptions } from "../../src/index.js";
import { createFakeClock } from "../../src/testing/index.js";
import { readEvents } from "./event-stream.js";
import { callTool, doorOf, modern, openSession, postModern } from "./speak.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function make(options: Partial<ServerOptions> = {}) {
  const clock = createFakeClock();
  const server = createServer({ name: "test", version: "1.0.0", clock, logger: quiet, ...options });
  const begun: (() => void)[] = [];
  let finish = (): void => {};
  let signal: AbortSignal | undefined;
  server.tool("waits", {}, (_input, ctx) => {
    signal = ctx.signal;
    ctx.progress(1);
    for (const listener of begun) listener();
    return new Promise<string>((resolve) => {
      finish = () => resolve("waited");
    });
  });
  const running = (): Promise<void> => new Promise((resolve) => begun.push(resolve));
  return { clock, server, running, finish: () => finish(), signal: () => signal };
}

const callWaits = async (server: Server) =>
  readEvents(
    await postModern(doorOf(server), "tools/call", { name: "waits" }, { meta: { progressToken: 1 } }),
  );

describe("keys", () => {
  const KEY = "k".repeat(32);

  it.each([
    ["text in place of a list", KEY],
    ["bytes in place of a list", Buffer.from(KEY)],
    ["an object", { key: KEY }],
  ])("that are %s are refused with what they must be", (_what, keys) => {
    const refused = () => make({ keys: keys as unknown as readonly string[] });
    expect(refused).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: "keys must be a list, also when there is one key only. Give [key], or [newKey, oldKey].",
      }),
    );
  });

  it.each([undefined, null, 7])("with %s among them are refused with its place", (other) => {
    const refused = () => make({ keys: [KEY, other as unknown as string] });
    expect(refused).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: "Key 2 of keys is neither text nor bytes. Is its environment variable set?",
      }),
    );
  });

  it("with an empty text among them are refused with its place", () => {
    expect(() => make({ keys: [KEY, ""] })).toThrow(
      "keys cannot be used: Key 2 of the ring has 0 bytes. Give at least 32 random ones.",
    );
  });

  it("are text or bytes", async () => {
    const { server } = make({ keys: [KEY, Buffer.from(KEY)] });
    await server.close();
  });
});

describe("pages and vaults", () => {
  it.each([
    ["pages", {}],
    ["pages", "https://app.example.com"],
    ["vault", { get() {} }],
    ["vault", new Map()],
  ])("that are none are refused: %s", (name, given) => {
    expect(() => make({ [name]: given as never })).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringMatching(`^${name} is `) }),
    );
  });
});

describe("closing a server", () => {
  it.each(["modern", "legacy"] as const)("lets a %s call finish", async (era) => {
    const { server, running, finish } = make();
    const session = await openSession(server);
    const begun = running();
    const reply = era === "modern" ? callTool(server, "waits") : session.callTool("waits");
    await begun;
    const closed = server.close();
    finish();
    expect((await reply).result).toMatchObject({ content: [{ text: "waited" }] });
    await closed;
  });

  it.each(["modern", "legacy"] as const)(
    "ends a %s call that does not finish in time, and tells its client",
    async (era) => {
      const { clock, server, running, signal } = make();
      const session = await openSession(server);
      const begun = running();
      const reply = era === "modern" ? callTool(server, "waits") : session.callTool("waits");
      await begun;
      let isClosed = false;
      const closed = server.close({ graceMs: 5000 }).then(() => {
        isClosed = true;
      });
      await clock.advance(4900);
      expect([isClosed, signal()?.aborted]).toEqual([false, false]);
      await clock.advance(200);
      await closed;
      expect(signal()?.reason).toMatchObject({ code: "cancelled" });
      expect((await reply).error).toEqual({ code: -32603, message: "The server is stopping" });
    },
  );

  it("does not wait for a call whose client is gone", async () => {
    const { server } = make();
    const stream = await callWaits(server);
    await stream.message();
    await stream.close();
    await server.close();
  });

  it("does not wait for ever for a connect that never decides", async () => {
    const { clock, server } = make({ connect: () => new Promise(() => {}) });
    void callTool(server, "waits");
    await clock.advance(0);
    const closed = server.close({ graceMs: 1000 });
    await clock.advance(1100);
    await closed;
  });

  it("lets a request in whose connect is still deciding", async () => {
    let decide = (): void => {};
    const { clock, server } = make({
      connect: () =>
        new Promise((resolve) => {
          decide = () => resolve(allow());
        }),
    });
    server.tool("quick", {}, async () => "quick");
    const reply = callTool(server, "quick");
    await clock.advance(0);
    const closed = server.close();
    decide();
    expect((await reply).result).toMatchObject({ content: [{ text: "quick" }] });
    await closed;
  });

  it("ends the streams of sessions and subscriptions", async () => {
    const { server } = make();
    const stream = await (await openSession(server)).listen();
    const closed = server.close();
    await stream.ended();
    await closed;
  });

  it("refuses what comes afterwards with 503", async () => {
    const { server } = make();
    const session = await openSession(server);
    await server.close();
    expect(await callTool(server, "waits")).toMatchObject({ status: 503, error: { code: -32603 } });
    expect(await session.request("ping")).toMatchObject({ status: 503 });
    expect((await session.end()).status).toBe(503);
  });

  it("leaves no timer behind, and closing twice is closing once", async () => {
    const { clock, server } = make();
    const session = await openSession(server);
    const stream = await session.listen();
    await callTool(server, "none");
    const [one, two] = [server.close(), server.close()];
    await stream.ended();
    await Promise.all([one, two, server[Symbol.asyncDispose]()]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("the disconnect hook", () => {
  it("hears of each request and stream that is closed", async () => {
    const heard: Disconnected[] = [];
    const { server } = make({
      connect: () => allow({ principal: { id: "ann" } }),
      disconnect: (event) => heard.push(event),
    });
    await callTool(server, "none");
    expect(heard).toEqual([{ transport: "http", principalId: "ann", sessionId: undefined }]);
    const session = await openSession(server);
    heard.length = 0;
    await session.request("ping");
    const stream = await session.listen();
    expect(heard).toHaveLength(1);
    await stream.close();
    expect(heard).toEqual([
      { transport: "http", principalId: "ann", sessionId: session.id },
      { transport: "http", principalId: "ann", sessionId: session.id },
    ]);
  });

  it("hears at once of a call whose client is gone", async () => {
    const heard: Disconnected[] = [];
    const { server } = make({ disconnect: (event) => heard.push(event) });
    const stream = await callWaits(server);
    await stream.message();
    expect(heard).toEqual([]);
    await stream.close();
    expect(heard).toHaveLength(1);
  });

  it("that fails is logged, and harms no request", async () => {
    const errors: string[] = [];
    const { server } = make({
      disconnect: () => {
        throw new Error("hook");
      },
      logger: { ...quiet, error: (message) => errors.push(message) },
    });
    server.tool("quick", {}, () => "quick");
    server.tool("slow", {}, async () => "slow");
    expect((await callTool(server, "quick")).result).toMatchObject({ content: [{ text: "quick" }] });
    expect((await callTool(server, "slow")).result).toMatchObject({ content: [{ text: "slow" }] });
    const session = await openSession(server);
    await (await session.listen()).close();
    expect(errors).toEqual([
      "The disconnect hook failed.",
      "The disconnect hook failed.",
      "The disconnect hook failed.",
    ]);
  });
});

describe("connect", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("secret");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("secret");
      },
    ],
    ["decides nothing", () => undefined],
    ["allows nobody in particular", () => allow({ principal: { id: "" } })],
  ])("that %s is answered with 500 and an id", async (_what, connect) => {
    const { server } = make({ connect: connect as () => ReturnType<typeof allow> });
    const reply = await modern(server, "tools/list");
    expect(reply).toMatchObject({
      status: 500,
      error: { code: -32603, data: { errorId: expect.any(String) } },
    });
    expect(JSON.stringify(reply.message)).not.toContain("secret");
  });
});
