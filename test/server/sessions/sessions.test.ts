// Legacy sessions: opened, found by their own principal only, ended by DELETE or by silence.

import { describe, expect, it } from "vitest";
import { allow, createServer, type Engine, type ServerOptions, type Terminated } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { doorOf, initializeBody, MCP_PATH, openSession, readReply } from "../speak.js";

const IDLE_MS = 60_000;

const raise = (message: string): never => {
  throw new Error(message);
};

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  function make(options: Partial<ServerOptions> = {}) {
    const clock = createFakeClock();
    const engine: Engine = options.engine ?? createEngine({ clock });
    const terminated: Terminated[] = [];
    const errors: unknown[] = [];
    const server = createServer({
      name: "test",
      version: "1.0.0",
      clock,
      http: { sessionIdleMs: IDLE_MS },
      connect: ({ headers }) =>
        allow(typeof headers["x-user"] === "string" ? { principal: { id: headers["x-user"] } } : {}),
      terminate: (event) => void terminated.push(event),
      logger: { debug() {}, info() {}, warn() {}, error: (_message, fields) => errors.push(fields) },
      ...options,
      engine,
    });
    server.tool("it", {}, () => "done");
    const wait = async (ms: number): Promise<void> => {
      // In steps, since an engine that answers later needs a few turns before the next timer is set.
      for (const end = clock.now() + ms; clock.now() < end; ) {
        await clock.advance(Math.min(IDLE_MS / 20, end - clock.now()));
        for (let left = 10; left > 0; left -= 1) await clock.advance(0);
      }
    };
    return { clock, server, terminated, errors, wait };
  }

  it("a session belongs to its principal", async () => {
    const { server } = make();
    const ann = await openSession(server, { headers: { "x-user": "ann" } });
    expect((await ann.callTool("it")).status).toBe(200);
    for (const headers of [{ "x-user": "bob" }, { "x-user": "Ann" }]) {
      expect(await ann.request("ping", {}, headers)).toMatchObject({ status: 404 });
      expect((await ann.end(headers)).status).toBe(404);
    }
    expect((await ann.callTool("it")).status).toBe(200);
  });

  it("an anonymous session is nobody's who has a name", async () => {
    const { server } = make();
    const nobody = await openSession(server);
    expect((await nobody.request("ping", {}, { "x-user": "bob" })).status).toBe(404);
    expect((await nobody.request("ping")).status).toBe(200);
  });

  it("an idle session lives its time, and is over soon after", async () => {
    const { server, terminated, wait } = make();
    const session = await openSession(server, { headers: { "x-user": "ann" } });
    await wait(IDLE_MS - 1);
    expect(terminated).toEqual([]);
    await wait(IDLE_MS * 0.3);
    expect(terminated).toEqual([{ sessionId: session.id, principalId: "ann", reason: "idle" }]);
    expect((await session.request("ping")).status).toBe(404);
  });

  it("a terminate hook that never settles keeps no other session, and no later one", async () => {
    const told: string[] = [];
    const terminate = ({ sessionId }: Terminated): Promise<void> => {
      told.push(sessionId);
      return new Promise(() => {});
    };
    const { server, wait } = make({ terminate });
    const first = [await openSession(server), await openSession(server), await openSession(server)];
    await wait(IDLE_MS * 1.3);
    expect(told.toSorted()).toEqual(first.map(({ id }) => id).toSorted());
    const second = await openSession(server);
    await wait(IDLE_MS * 1.5);
    expect(told.at(-1)).toBe(second.id);
  });

  it("a session that is used goes on", async () => {
    const { server, terminated, wait } = make();
    const session = await openSession(server);
    for (let count = 0; count < 10; count += 1) {
      await wait(IDLE_MS * 0.9);
      expect((await session.request("ping")).status).toBe(200);
    }
    expect(terminated).toEqual([]);
  });

  it("a session with an open stream goes on, and not for ever after it closed", async () => {
    const { server, terminated, wait } = make();
    const session = await openSession(server);
    const stream = await session.listen();
    await wait(IDLE_MS * 5);
    expect(terminated).toEqual([]);
    await stream.close();
    await wait(IDLE_MS * 1.3);
    expect(terminated).toHaveLength(1);
  });

  it("a session with a call under way goes on", async () => {
    const { server, terminated, wait } = make();
    let finish = (): void => {};
    server.tool(
      "slow",
      {},
      () =>
        new Promise<string>((resolve) => {
          finish = () => resolve("done");
        }),
    );
    const session = await openSession(server);
    const reply = session.callTool("slow");
    await wait(IDLE_MS * 5);
    expect(terminated).toEqual([]);
    finish();
    expect((await reply).result).toMatchObject({ content: [{ text: "done" }] });
  });

  it("DELETE ends a session once, its stream and its calls with it", async () => {
    const { server, terminated } = make();
    let aborted: unknown;
    let begun = (): void => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    server.tool("slow", {}, (_input, ctx) => {
      ctx.signal.addEventListener("abort", () => {
        aborted = ctx.signal.reason;
      });
      begun();
      return new Promise<string>(() => {});
    });
    const session = await openSession(server);
    const stream = await session.listen();
    const reply = session.callTool("slow");
    await running;
    const [one, two] = await Promise.all([session.end(), session.end()]);
    expect([one.status, two.status].sort()).toEqual(expect.arrayContaining([204]));
    await stream.ended();
    expect((await reply).status).toBe(202);
    expect(aborted).toMatchObject({
      code: "cancelled",
      message: "The call was cancelled: the session is over",
    });
    expect(terminated).toEqual([{ sessionId: session.id, principalId: undefined, reason: "deleted" }]);
  });

  it("a terminate hook that fails is logged, and keeps no other session alive", async () => {
    const told: string[] = [];
    const { server, errors, wait } = make({
      terminate: async ({ sessionId }) => {
        told.push(sessionId);
        throw new Error("hook");
      },
    });
    const sessions = [await openSession(server), await openSession(server), await openSession(server)];
    expect((await (sessions[0] ?? sessions[1])?.end())?.status).toBe(204);
    await wait(IDLE_MS * 1.3);
    expect(told.toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
    expect(errors).toHaveLength(3);
  });

  it.each(["instructions", "describe"])("initialize opens no session when %s throws", async (option) => {
    const created: string[] = [];
    const whole = createEngine();
    const { server } = make({
      engine: {
        ...whole,
        sessions: {
          ...whole.sessions,
          create: (record) => {
            created.push(record.id);
            return whole.sessions.create(record);
          },
        },
      },
      [option]: () => {
        throw new Error("no");
      },
    });
    const response = await doorOf(server)(MCP_PATH, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(initializeBody()),
    });
    expect(response.headers.get("mcp-session-id")).toBeNull();
    expect((await readReply(response)).error).toMatchObject({ code: -32603 });
    expect(created).toEqual([]);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("down")), 1],
    ["throws", () => raise("down"), 1],
    ["never comes back", () => new Promise<void>(() => {}), 0],
  ])("a request goes on when moving the idle clock %s", async (_how, touch, count) => {
    const whole = createEngine();
    const { server, clock, errors } = make({
      engine: { ...whole, sessions: { ...whole.sessions, touch } },
    });
    const session = await openSession(server);
    await clock.advance(IDLE_MS / 10);
    expect((await session.request("ping")).status).toBe(200);
    expect(errors).toHaveLength(count);
  });

  it("the sessions in use are looked after side by side, whatever becomes of one", async () => {
    const whole = createEngine();
    const waiting: (() => void)[] = [];
    const { server, wait, errors } = make({
      engine: {
        ...whole,
        sessions: {
          ...whole.sessions,
          touch: (id, at) =>
            new Promise<void>((resolve, reject) => {
              waiting.push(
                waiting.length === 0
                  ? () => reject(new Error("down"))
                  : () => void Promise.resolve(whole.sessions.touch(id, at)).then(resolve),
              );
            }),
        },
      },
    });
    const sessions = [await openSession(server), await openSession(server), await openSession(server)];
    const streams = await Promise.all(sessions.map((session) => session.listen()));
    await wait(IDLE_MS / 10);
    expect(waiting).toHaveLength(3);
    for (const go of waiting) go();
    await wait(IDLE_MS / 5);
    expect(waiting).toHaveLength(6);
    expect(errors).toHaveLength(1);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it("initialize refuses what is no initialize, and a second one", async () => {
    const { server } = make();
    const door = doorOf(server);
    const post = async (body: unknown, headers: Record<string, string> = {}) =>
      readReply(
        await door(MCP_PATH, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        }),
      );
    for (const params of [{}, { protocolVersion: 5, capabilities: {}, clientInfo: {} }]) {
      expect(await post({ jsonrpc: "2.0", id: 1, method: "initialize", params })).toMatchObject({
        status: 400,
        error: { code: -32602 },
      });
    }
    const session = await openSession(server);
    expect(await post(initializeBody(), { "mcp-session-id": session.id })).toMatchObject({
      error: { code: -32600, message: "Invalid request: this session is initialized already" },
    });
  });

  it.each([
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["1999-01-01", "2025-11-25"],
  ])("initialize for %s settles on %s", async (asked, agreed) => {
    const { server } = make();
    const door = doorOf(server);
    const response = await door(MCP_PATH, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(initializeBody(asked)),
    });
    expect((await readReply(response)).result).toMatchObject({ protocolVersion: agreed });
  });
});
