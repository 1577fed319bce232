// Notices: word of changed lists and updated resources, after the change, to those who listen and may know.

import { describe, expect, it } from "vitest";
import { allow, createServer, type Server, type ServerOptions } from "../../src/index.js";
import { engines } from "./async-engine.js";
import { type EventStream, readEvents } from "./event-stream.js";
import { doorOf, type Message, modern, openSession, postModern } from "./speak.js";

const ALL = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  const make = (options: Partial<ServerOptions> = {}): Server => {
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine: createEngine(),
      connect: ({ headers }) => {
        const only = headers["x-only"];
        return allow(typeof only === "string" ? (JSON.parse(only) as object) : {});
      },
      ...options,
    });
    server.tool("t", {}, () => "");
    server.prompt("p", {}, () => "");
    server.resource("r", { uri: "note:///{id}" }, () => "");
    return server;
  };

  const listen = async (server: Server, notifications: object, only?: object): Promise<EventStream> => {
    const headers = only ? { "x-only": JSON.stringify(only) } : {};
    const response = await postModern(
      doorOf(server),
      "subscriptions/listen",
      { notifications },
      { id: "sub", headers },
    );
    return readEvents(response);
  };

  /** Ends the server's streams and gives the methods that came before. */
  const methodsUntilClosed = async (server: Server, stream: EventStream): Promise<readonly unknown[]> => {
    const closed = server.close();
    const methods: unknown[] = [];
    for (let event = await stream.next(); event !== undefined; event = await stream.next())
      if (event.message) methods.push(event.message.method ?? event.message.result);
    await closed;
    return methods;
  };

  describe("a modern subscription", () => {
    it("acknowledges what it will hear, tells each notice under its id, and ends with a result", async () => {
      const server = make();
      const stream = await listen(server, { ...ALL, resourceSubscriptions: ["note:///1"], other: true });
      const _meta = { "io.modelcontextprotocol/subscriptionId": "sub" };
      expect(await stream.message()).toMatchObject({
        method: "notifications/subscriptions/acknowledged",
        params: { _meta, notifications: { ...ALL, resourceSubscriptions: ["note:///1"] } },
      });
      server.tool("t2", {}, () => "");
      expect(await stream.message()).toMatchObject({
        method: "notifications/tools/list_changed",
        params: { _meta },
      });
      server.notifyResourceUpdated("note:///2");
      server.notifyResourceUpdated("note:///1");
      expect(await stream.message()).toMatchObject({
        method: "notifications/resources/updated",
        params: { _meta, uri: "note:///1" },
      });
      expect(await methodsUntilClosed(server, stream)).toEqual([
        expect.objectContaining({ resultType: "complete", _meta: expect.objectContaining(_meta) }),
      ]);
    });

    it("hears only what it asked for", async () => {
      const server = make();
      const stream = await listen(server, { promptsListChanged: true });
      expect(await stream.message()).toMatchObject({
        params: { notifications: { promptsListChanged: true } },
      });
      server.tools.remove("t");
      server.notifyResourcesChanged();
      server.prompts.remove("p");
      expect(await stream.message()).toMatchObject({ method: "notifications/prompts/list_changed" });
      expect(await methodsUntilClosed(server, stream)).toHaveLength(1);
    });

    it("is not promised what the server, or its access, does not have", async () => {
      const bare = createServer({ name: "test", version: "1.0.0" });
      const none = await listen(bare, { ...ALL, resourceSubscriptions: ["a:/1"] });
      expect(await none.message()).toMatchObject({ params: { notifications: {} } });
      const limited = await listen(make(), ALL, { tools: ["t"], prompts: [], resources: [] });
      expect((await limited.message()).params?.notifications).toEqual({ toolsListChanged: true });
      await bare.close();
      await limited.close();
    });

    it.each([
      [undefined],
      [[]],
      [{ resourceSubscriptions: "x" }],
      [{ resourceSubscriptions: [1] }],
      [{ resourceSubscriptions: Array.from({ length: 1001 }, () => "a:/x") }],
      [{ resourceSubscriptions: Array.from({ length: 100 }, (_, at) => `a:/${at}${"x".repeat(2700)}`) }],
    ])("refuses the filter %#", async (notifications) => {
      const { error } = await modern(make(), "subscriptions/listen", { notifications });
      expect(error.code).toBe(-32602);
    });

    it("whose client reads too slowly ends with a result, so that it listens again", async () => {
      const server = make();
      const uri = `long:///${"x".repeat(100_000)}`;
      server.resource("long", { uri }, () => "");
      const stream = await listen(server, { resourceSubscriptions: [uri] });
      await stream.message();
      // 64 chunks fit into the body, and a mebibyte waits behind them.
      for (let count = 0; count < 100; count += 1) server.notifyResourceUpdated(uri);
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      let updates = 0;
      for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
        if (event.message?.method === undefined) {
          expect(event.message).toMatchObject({ id: "sub", result: { resultType: "complete" } });
          break;
        }
        updates += 1;
      }
      expect(updates).toBeGreaterThan(64);
      expect(updates).toBeLessThan(100);
      await stream.ended();
    });

    it("is one of so many of its principal at a time; one that ends makes room, and others have their own", async () => {
      const server = make({
        maxListening: 2,
        connect: ({ headers }) => allow({ principal: { id: String(headers["x-who"]) } }),
      });
      const open = (who: string): Promise<Response> =>
        postModern(
          doorOf(server),
          "subscriptions/listen",
          { notifications: ALL },
          { headers: { "x-who": who } },
        );
      const refused = async (response: Response): Promise<boolean> =>
        response.headers.get("content-type") === "application/json" &&
        ((await response.json()) as Message).error?.code === -32600;
      const streams = await Promise.all(
        ["ada", "ada", "bob"].map(async (who) => readEvents(await open(who))),
      );
      for (const stream of streams) await stream.message();
      for (let time = 0; time < 3; time += 1) expect(await refused(await open("ada"))).toBe(true);
      await streams[0]?.close();
      const again = readEvents(await open("ada"));
      expect((await again.message()).method).toBe("notifications/subscriptions/acknowledged");
      expect(await refused(await open("ada"))).toBe(true);
      for (const stream of [...streams.slice(1), again]) await stream.close();
    });

    it("of nobody is one of so many of nobody at a time", async () => {
      const server = make({ maxListening: 1 });
      const stream = await listen(server, ALL);
      await stream.message();
      const { error } = await modern(server, "subscriptions/listen", { notifications: ALL });
      expect(error).toMatchObject({ code: -32600, message: expect.stringContaining("end a subscription") });
      await stream.close();
    });

    it("whose client has gone before middleware let it through counts no more", async () => {
      const server = make({ maxListening: 1 });
      const gone = new AbortController();
      let isFirst = true;
      server.use(async ({ ctx }, next) => {
        if (!isFirst) return next();
        isFirst = false;
        gone.abort();
        while (!ctx.signal.aborted) await new Promise((resolve) => setImmediate(resolve));
        return next();
      });
      await postModern(
        doorOf(server),
        "subscriptions/listen",
        { notifications: ALL },
        { signal: gone.signal },
      ).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      const stream = await listen(server, ALL);
      expect((await stream.message()).method).toBe("notifications/subscriptions/acknowledged");
      await stream.close();
    });

    it("that its client closed is gone", async () => {
      const server = make();
      const stream = await listen(server, ALL);
      await stream.message();
      await stream.close();
      server.tool("t2", {}, () => "");
      await server.close({ graceMs: 0 });
    });
  });

  describe("a changed list", () => {
    it("is told once for several changes in one go, after the last of them", async () => {
      const server = make();
      const stream = await listen(server, ALL);
      await stream.message();
      for (const name of ["a", "b", "c"]) server.tool(name, {}, () => "");
      server.tools.remove("a");
      server.prompts.replace("p", { title: "P" }, () => "");
      expect((await stream.message()).method).toBe("notifications/tools/list_changed");
      expect((await stream.message()).method).toBe("notifications/prompts/list_changed");
      const { result } = await modern(server, "tools/list");
      expect(result.tools).toMatchObject([{ name: "b" }, { name: "c" }, { name: "t" }]);
      expect(await methodsUntilClosed(server, stream)).toHaveLength(1);
    });

    it("is told to those who may see what changed, and to no others", async () => {
      const server = make();
      const sees = await listen(server, ALL, { tools: ["t", "new"] });
      const blind = await listen(server, ALL, { tools: ["t"] });
      await sees.message();
      await blind.message();
      server.tool("new", {}, () => "");
      expect((await sees.message()).method).toBe("notifications/tools/list_changed");
      expect(await methodsUntilClosed(server, blind)).toHaveLength(1);
      await sees.close();
    });

    it("is not told of resources whose uris are longer than a session may hold", async () => {
      const server = make();
      const uri = (at: number): string => `long:///${at}${"x".repeat(100_000)}`;
      for (const at of [1, 2, 3]) server.resource(`long-${at}`, { uri: uri(at) }, () => "");
      const session = await openSession(server);
      for (const at of [1, 2, 2]) await session.request("resources/subscribe", { uri: uri(at) });
      const { error } = await session.request("resources/subscribe", { uri: uri(3) });
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("262144 characters") });
      await session.request("resources/unsubscribe", { uri: uri(1) });
      expect((await session.request("resources/subscribe", { uri: uri(3) })).result).toBeDefined();
    });

    it("is told on the stream of a legacy session, and resources by subscription", async () => {
      const server = make();
      const session = await openSession(server);
      const stream = await session.listen();
      server.tools.remove("t");
      expect((await stream.message()).method).toBe("notifications/tools/list_changed");
      server.notifyResourcesChanged();
      expect((await stream.message()).method).toBe("notifications/resources/list_changed");
      server.notifyResourceUpdated("note:///1");
      await session.request("resources/subscribe", { uri: "note:///1" });
      server.notifyResourceUpdated("note:///1");
      expect(await stream.message()).toMatchObject({
        method: "notifications/resources/updated",
        params: { uri: "note:///1" },
      });
      await session.request("resources/unsubscribe", { uri: "note:///1" });
      server.notifyResourceUpdated("note:///1");
      server.prompts.remove("p");
      expect((await stream.message()).method).toBe("notifications/prompts/list_changed");
      await stream.close();
    });
  });

  describe("an updated resource", () => {
    it("is told only to those who may read it", async () => {
      const server = make();
      const blind = await listen(server, { resourceSubscriptions: ["other:///1"] }, { resources: ["r"] });
      await blind.message();
      server.resource("other", { uri: "other:///{id}" }, () => "");
      server.notifyResourceUpdated("other:///1");
      expect(await methodsUntilClosed(server, blind)).toHaveLength(1);
    });

    it("cannot be subscribed to in a session that may not read it", async () => {
      const server = make();
      const session = await openSession(server, { headers: { "x-only": '{"resources":["none"]}' } });
      expect((await session.request("resources/subscribe", { uri: "note:///1" })).error.code).toBe(-32601);
      const open = await openSession(server);
      expect((await open.request("resources/subscribe", { uri: "none:///1" })).error.code).toBe(-32002);
      expect((await open.request("resources/subscribe", {})).error.code).toBe(-32602);
    });

    it("can be subscribed to a thousand times in a session, and no more", async () => {
      const engine = createEngine();
      const session = await openSession(make({ engine }));
      const subscribed = Array.from({ length: 999 }, (_, index) =>
        engine.sessions.change(session.id, { subscribe: `note:///${index}` }),
      );
      await Promise.all(subscribed);
      expect((await session.request("resources/subscribe", { uri: "note:///y" })).result).toEqual({});
      expect((await session.request("resources/subscribe", { uri: "note:///x" })).error).toMatchObject({
        code: -32602,
        message: "At most 1000 resources can be subscribed to at once",
      });
    });
  });
});
