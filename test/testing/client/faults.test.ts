// What goes wrong between rounds on purpose, and what a well-behaved handler makes of it.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createServer, type Server } from "../../../src/index.js";
import { transportParts } from "../../../src/server/server.js";
import {
  accept,
  createFakeClock,
  type Faults,
  type MakeServer,
  type ServerKit,
  testClient,
  visit,
} from "../../../src/testing/index.js";
import { makeTables } from "./tables.js";

const yes = accept({ confirmed: true });
const answers = [accept({ guests: 4 }), yes];

/** Counts how often the handler began, and which of the servers it ran on. */
function counting(): { readonly make: MakeServer; readonly ran: number[]; readonly servers: Server[] } {
  const ran: number[] = [];
  const servers: Server[] = [];
  const make = ({ keys, effect }: ServerKit): Server => {
    const server = createServer({ name: "count", version: "1.0.0", keys });
    const number = servers.push(server);
    server.tool("count", {}, async (_, ctx) => {
      ran.push(number);
      const [one, two] = await Promise.all([ctx.confirm("One?"), ctx.confirm("Two?")]);
      await ctx.step("work", () => effect("work"));
      return `${one} ${two} ${await ctx.confirm("Three?")}`;
    });
    return server;
  };
  return { make, ran, servers };
}

const three = [yes, yes, yes];

describe("the faults of a test client", () => {
  const cases: readonly (readonly [string, Faults, readonly number[]])[] = [
    ["no fault runs the handler once a round", {}, [1, 1, 1]],
    ["dropReply sends every retry again, and the handler does not run again", { dropReply: true }, [1, 1, 1]],
    [
      "duplicateRetry sends every retry twice, and the handler does not run twice",
      { duplicateRetry: true },
      [1, 1, 1],
    ],
    ["forceReplay runs the handler once more for every retry", { forceReplay: true }, [1, 1, 1, 1, 1]],
    ["answerOneByOne runs the handler once for every answer", { answerOneByOne: true }, [1, 1, 1, 1]],
    ["restartBetweenRounds runs every round on a new server", { restartBetweenRounds: true }, [1, 2, 3]],
    ["twoServers runs the rounds on two servers in turn", { twoServers: true }, [1, 2, 1]],
    [
      "faults add up",
      { twoServers: true, dropReply: true, duplicateRetry: true, answerOneByOne: true },
      [1, 2, 1, 2],
    ],
  ];

  it.each(cases)("%s", async (_title, faults, expected) => {
    const { make, ran } = counting();
    const client = await testClient(make, { faults, answers: three });
    expect((await client.callTool("count")).text).toBe("true true true");
    expect(ran).toEqual(expected);
    expect(client.effects).toEqual(["work"]);
    expect(client.asked.map(({ message }) => message)).toEqual(["One?", "Two?", "Three?"]);
    await client.close();
  });

  it("really send the retries that are lost", async () => {
    const { make, servers } = counting();
    let posts = 0;
    const client = await testClient(
      async (kit) => {
        const server = await make(kit);
        const fetch: Server["fetch"] = (request) => {
          posts += 1;
          return server.fetch(request);
        };
        return { ...server, fetch };
      },
      { faults: { dropReply: true, duplicateRetry: true }, answers: three },
    );
    await client.callTool("count");
    expect(posts).toBe(1 + 3 + 3);
    expect(servers).toHaveLength(1);
    await client.close();
  });

  it("tamperState changes the state, which the server refuses", async () => {
    const client = await testClient(makeTables, { faults: { tamperState: true }, answers });
    await expect(client.callTool("book_table", { day: "Friday" })).rejects.toMatchObject({
      code: -32602,
      message: "Invalid or expired request state",
    });
    await client.close();
  });

  it("let two servers share an engine, where the maker gives them one", async () => {
    const engine = createMemoryEngine();
    const make: MakeServer = ({ keys }) => {
      const server = createServer({ name: "shared", version: "1.0.0", keys, engine });
      server.tool("ask", {}, async (_, ctx) => `${await ctx.confirm("One?")} ${await ctx.confirm("Two?")}`);
      return server;
    };
    const client = await testClient(make, {
      faults: { twoServers: true, dropReply: true },
      answers: [yes, yes],
    });
    expect((await client.callTool("ask")).text).toBe("true true");
    await client.close();
    engine.close();
  });

  it("show that servers do not share keys", async () => {
    const make = ({ effect }: ServerKit) => makeTables({ keys: [crypto.randomUUID()], effect });
    const client = await testClient(make, { faults: { twoServers: true }, answers });
    await expect(client.callTool("book_table", { day: "Friday" })).rejects.toThrow(
      "Invalid or expired request state",
    );
    await client.close();
  });

  it("that need several servers need a function that makes them", async () => {
    const server = makeTables({ keys: [crypto.randomUUID()], effect() {} });
    await expect(testClient(server, { faults: { twoServers: true } })).rejects.toThrow(
      "Give testClient a function that makes one",
    );
    await server.close();
  });

  it("do nothing in the legacy era", async () => {
    const { make, ran } = counting();
    const faults = { dropReply: true, duplicateRetry: true, tamperState: true, restartBetweenRounds: true };
    const client = await testClient(make, { era: "legacy", faults, answers: three });
    expect((await client.callTool("count")).text).toBe("true true true");
    expect(ran).toEqual([1]);
    await client.close();
  });

  it("need servers that are not the same", async () => {
    const server = makeTables({ keys: [crypto.randomUUID()], effect() {} });
    await expect(testClient(() => server, { faults: { twoServers: true } })).rejects.toThrow(
      "The function that makes servers gave the same server again",
    );
  });

  it("close the first server when there is no second", async () => {
    const made: Server[] = [];
    const make: MakeServer = (kit) => {
      if (made.length > 0) throw new Error("No more servers.");
      const server = makeTables(kit);
      made.push(server);
      return server;
    };
    await expect(testClient(make, { faults: { twoServers: true } })).rejects.toThrow("No more servers.");
    expect(made[0]?.[transportParts].server.stopping.begun).toBe(true);
  });

  it("show that keys were taken and not passed on", async () => {
    const make = ({ keys, effect }: ServerKit) =>
      makeTables({ keys: keys.map(() => crypto.randomUUID()), effect });
    const client = await testClient(make, { faults: { restartBetweenRounds: true }, answers });
    await expect(client.callTool("book_table", { day: "Friday" })).rejects.toThrow(
      "took `keys` and did not pass them to createServer",
    );
    await client.close();
  });

  it("that there are not are refused", async () => {
    const faults = { restartBetwenRounds: true } as Faults;
    await expect(testClient(makeTables, { faults })).rejects.toThrow(
      "There is no fault restartBetwenRounds. Choose from dropReply,",
    );
  });

  it.each([{ restartBetweenRounds: true }, { twoServers: true }])(
    "leave pages open to every server that has the kit's engine, by its own clock: %o",
    async (faults) => {
      const clock = createFakeClock();
      let server: Server | undefined;
      const make: MakeServer = ({ keys, engine }) => {
        server = createServer({ name: "pages", version: "1.0.0", keys, engine, clock });
        server.tool("page", {}, async (_, ctx) => {
          const { action } = await ctx.openUrl("Sign in.", (id) => `https://example.com/?id=${id}`);
          return action;
        });
        return server;
      };
      const complete = visit((url) =>
        server?.elicitations.complete(new URL(url).searchParams.get("id") ?? ""),
      );
      const client = await testClient(make, { faults, answers: [complete] });
      expect((await client.callTool("page")).text).toBe("accept");
      await client.close();
    },
  );

  it("have an engine that goes by the clock of the server", async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    let kept: ServerKit["engine"] | undefined;
    const make: MakeServer = ({ keys, engine }) => {
      kept = engine;
      return createServer({ name: "kept", version: "1.0.0", keys, engine, clock });
    };
    const client = await testClient(make);
    await kept?.records.put("key", "value", { expiresAt: 1_001_000 });
    expect(await kept?.records.get("key")).toBeDefined();
    await clock.advance(1001);
    expect(await kept?.records.get("key")).toBeUndefined();
    await client.close();
    expect(() => kept?.records.get("key")).toThrow();
  });
});
