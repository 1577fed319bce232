// The client of the kit: drives a server in memory, in both eras, and answers by a script.

import { afterEach, describe, expect, it, vi } from "vitest";
import { allow, createServer, field, form, RpcError, type Server, unauthorized } from "../../../src/index.js";
import { transportParts } from "../../../src/server/server.js";
import {
  accept,
  cancel,
  createFakeClock,
  decline,
  reply,
  silence,
  type TestEra,
  testClient,
  visit,
} from "../../../src/testing/index.js";
import { makeTables } from "./tables.js";

const yes = accept({ confirmed: true });
const eras: readonly (readonly [string, TestEra])[] = [
  ["the modern era", { era: "modern" }],
  ["the legacy era", { era: "legacy" }],
  ["the revision 2025-06-18", { revision: "2025-06-18" }],
  ["the modern era over stdio", { era: "modern", transport: "stdio" }],
  ["the legacy era over stdio", { era: "legacy", transport: "stdio" }],
];

/** A promise, and the way to keep it. */
function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((keep) => {
    resolve = keep;
  });
  return { promise, resolve: (value) => resolve(value) };
}

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

function tables(): Server {
  const server = makeTables({ keys: ["a secret of more than thirty-two bytes"], effect() {} });
  open.push(server);
  return server;
}

describe.each(eras)("a test client of %s", (_name, era) => {
  it("answers a call's questions in the order of the list", async () => {
    await using client = await testClient(tables(), { ...era, answers: [accept({ guests: 4 }), yes] });
    const result = await client.callTool("book_table", { day: "2026-12-01" });
    expect(result).toMatchObject({ text: "Booked table 4, 2026-12-01.", isError: false });
    expect(result.content).toEqual([{ type: "text", text: "Booked table 4, 2026-12-01." }]);
  });

  it("lists what was asked, with keys", async () => {
    await using client = await testClient(tables(), { ...era, answers: [accept({ guests: 4 }), decline()] });
    await client.callTool("book_table", { day: "2026-12-01" });
    expect(client.asked.map(({ mode, message }) => [mode, message])).toEqual([
      ["form", "A table for how many?"],
      ["form", "Book table 4?"],
    ]);
    expect(client.asked[0]?.key).toBe("party");
    expect(client.asked[0]?.schema?.properties).toHaveProperty("guests");
    expect(client.asked[1]?.key).toMatch(/^.{20,}$/);
    expect(client.asked.map(({ round }) => round)).toEqual(client.era === "modern" ? [1, 2] : [1, 1]);
  });

  it("answers by message and by key", async () => {
    const answers = { party: accept({ guests: 2 }), "Book table 2?": yes };
    await using client = await testClient(tables(), { ...era, answers });
    expect((await client.callTool("book_table", { day: "Friday" })).text).toBe("Booked table 2, Friday.");
  });

  it("answers by a function", async () => {
    const answers = ({ message }: { message: string }) => (message.startsWith("A table") ? cancel() : yes);
    await using client = await testClient(tables(), { ...era, answers });
    expect((await client.callTool("book_table", { day: "Friday" })).text).toBe("No table booked.");
  });

  it("answers again when the first answer is invalid", async () => {
    const answers = { party: [accept({ guests: 99 }), accept({ guests: 3 })], "Book table 3?": yes };
    await using client = await testClient(tables(), { ...era, answers });
    expect((await client.callTool("book_table", { day: "Friday" })).text).toBe("Booked table 3, Friday.");
    expect(client.asked.map(({ key }) => key).slice(0, 2)).toEqual(["party", "party"]);
    expect(client.asked[1]?.message).toContain("Please correct");
  });

  it("answers questions that are asked at once", async () => {
    await using client = await testClient(tables(), { ...era, answers: [yes, decline()] });
    expect(await client.callTool("ask_two")).toMatchObject({
      text: "true false",
      structuredContent: { first: true, second: false },
    });
  });

  it("tells equal questions apart by their keys", async () => {
    const server = createServer({ name: "loop", version: "1.0.0" });
    open.push(server);
    server.tool("loop", {}, async (_, ctx) => `${await ctx.confirm("More?")} ${await ctx.confirm("More?")}`);
    await using client = await testClient(server, { ...era, answers: [yes, yes] });
    await client.callTool("loop");
    const [first, second] = client.asked.map(({ key }) => key);
    expect(second).toBe(`${first}.2`);
  });

  it("answers what prompts and resources ask", async () => {
    await using client = await testClient(tables(), { ...era, answers: [yes, yes] });
    expect((await client.getPrompt("plan", { day: "Monday" })).text).toBe("Plan Monday in verse.");
    expect((await client.readResource("tables://menu")).text).toBe("Soup 4.00");
  });

  it("lists the tools", async () => {
    await using client = await testClient(tables(), era);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["ask_two", "book_table", "sign_in"]);
  });

  it("fails the call whose question has no answer, and names the question", async () => {
    const client = await testClient(tables(), { ...era, answers: [accept({ guests: 4 })] });
    await expect(client.callTool("book_table", { day: "Friday" })).rejects.toThrow(
      "Nobody said what to answer to “Book table 4?” (form, confirmed: boolean). Add an answer for it to `answers`.",
    );
    await client.close();
  });

  it("says what was wrong with an answer that was refused", async () => {
    for (const [answers, name] of [
      [[accept({ guests: 99 })], "Answer 1"],
      [{ party: accept({ guests: 99 }) }, "The answer to “party”"],
    ] as const) {
      const client = await testClient(tables(), { ...era, answers });
      await expect(client.callTool("book_table", { day: "Friday" })).rejects.toThrow(
        `${name}, accept({"guests":99}), was refused: guests: must be at most 20.`,
      );
      await client.close();
    }
  });

  it("does not watch the server any more when it is closed", async () => {
    const server = tables();
    const { asking } = server[transportParts].server;
    const one = await testClient(server, era);
    const other = await testClient(server, era);
    await one.close();
    expect(asking.watch).toBeDefined();
    await other.close();
    expect(asking.watch).toBeUndefined();
  });

  it("fails the calls that are open when it is closed", async () => {
    const server = createServer({ name: "stuck", version: "1.0.0" });
    open.push(server);
    const begun = later<void>();
    server.tool("wait", {}, () => {
      begun.resolve();
      return new Promise<string>(() => {});
    });
    const client = await testClient(server, era);
    const failed = expect(client.callTool("wait")).rejects.toThrow();
    await begun.promise;
    await client.close();
    await failed;
  });

  it("fails when it is closed with answers that were never asked for", async () => {
    const answers = [decline(), accept({ guests: 5 })];
    const client = await testClient(tables(), { ...era, answers });
    await client.callTool("book_table", { day: "Friday" });
    await expect(client.close()).rejects.toThrow(
      'An answer was never asked for: number 2, accept({"guests":5}). Take it out',
    );
  });

  it("names answers by message that were never asked for", async () => {
    const answers = { party: decline(), "Book table 4?": [yes] };
    const client = await testClient(tables(), { ...era, answers });
    await client.callTool("book_table", { day: "Friday" });
    await expect(client.close()).rejects.toThrow('accept({"confirmed":true}) to “Book table 4?”');
  });

  it("fails with the server's error", async () => {
    await using client = await testClient(tables(), era);
    await expect(client.callTool("nothing")).rejects.toThrow(RpcError);
  });

  it("lets a deadline pass in silence", async () => {
    const clock = createFakeClock();
    const server = createServer({ name: "slow", version: "1.0.0", clock });
    open.push(server);
    server.tool("wait", {}, async (_, ctx) => {
      const form = { message: "Quick?", requestedSchema: { type: "object", properties: {} } } as const;
      return (await ctx.elicit(form, { timeoutMs: 1000 })).action;
    });
    const answers = async () => {
      await clock.advance(2000);
      return silence();
    };
    await using client = await testClient(server, { ...era, answers });
    expect((await client.callTool("wait")).text).toBe("timeout");
  });
});

describe.each(eras.filter(([, { revision }]) => revision === undefined))(
  "a test client of %s",
  (_name, era) => {
    it("goes to pages", async () => {
      const server = tables();
      const answers = [
        visit((url) => server.elicitations.complete(new URL(url).searchParams.get("id") ?? "")),
      ];
      await using client = await testClient(server, { ...era, answers });
      expect((await client.callTool("sign_in")).text).toBe("accept.");
      expect(client.asked[0]).toMatchObject({ mode: "url", message: "Sign in." });
    });

    it("says which page was visited and never completed", async () => {
      const visited = later<void>();
      const go = (): boolean => {
        visited.resolve();
        return false;
      };
      const answers = [visit(go)];
      const client = await testClient(tables(), { ...era, answers });
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        const failed = expect(client.callTool("sign_in")).rejects.toThrow(
          /^The page of “Sign in\.” was visited and never completed\. `visit` gave false/,
        );
        await visited.promise;
        await vi.advanceTimersByTimeAsync(4000);
        await failed;
      } finally {
        vi.useRealTimers();
      }
      await client.close();
    });

    it("lets a page that was visited come to its deadline", async () => {
      const clock = createFakeClock();
      const server = createServer({ name: "slow", version: "1.0.0", clock });
      open.push(server);
      server.tool("page", {}, async (_, ctx) => {
        const url = (id: string) => `https://example.com/?id=${id}`;
        return (await ctx.openUrl("Sign in.", url, { timeoutMs: 1000 })).action;
      });
      await using client = await testClient(server, { ...era, answers: [visit(() => clock.advance(2000))] });
      expect((await client.callTool("page")).text).toBe("timeout");
    });

    it("fails the call when the visit fails", async () => {
      const answers = [visit(() => Promise.reject(new Error("The page is down.")))];
      const client = await testClient(tables(), { ...era, answers });
      await expect(client.callTool("sign_in")).rejects.toThrow("The page is down.");
      await client.close();
    });

    it("replies for the client's model and with its roots", async () => {
      const server = createServer({ name: "model", version: "1.0.0" });
      open.push(server);
      server.tool("both", {}, async (_, ctx) => {
        const said = await ctx.sample({ messages: [], maxTokens: 10 });
        const roots = await ctx.roots();
        return JSON.stringify([said.content, roots]);
      });
      const content = { type: "text", text: "Hello." };
      const answers = {
        "sampling/createMessage": reply({ role: "assistant", model: "m", content }),
        "roots/list": reply({ roots: [{ uri: "file:///home" }] }),
      };
      await using client = await testClient(server, {
        ...era,
        answers,
        capabilities: { sampling: {}, roots: {} },
      });
      expect(JSON.parse((await client.callTool("both")).text)).toEqual([content, [{ uri: "file:///home" }]]);
      expect(client.asked.map(({ mode }) => mode)).toEqual(["sampling", "roots"]);
    });

    it("declares the capabilities it was given", async () => {
      await using client = await testClient(tables(), { ...era, capabilities: {} });
      expect((await client.callTool("book_table", { day: "Friday" })).text).toBe("No table booked.");
      expect(client.asked).toEqual([]);
    });
  },
);

describe("a test client", () => {
  it("sends headers for connect to see", async () => {
    const server = createServer({
      name: "guarded",
      version: "1.0.0",
      connect: ({ headers }) =>
        headers.authorization === "Bearer me" ? allow({ principal: { id: "me" } }) : unauthorized(),
    });
    open.push(server);
    server.tool("who", {}, (_, ctx) => ctx.principal?.id ?? "");
    await using client = await testClient(server, { headers: { authorization: "Bearer me" } });
    expect((await client.callTool("who")).text).toBe("me");
    const stranger = await testClient(server);
    await expect(stranger.callTool("who")).rejects.toThrow();
  });

  it("mirrors arguments into headers where the tool wants that", async () => {
    const server = createServer({ name: "regions", version: "1.0.0" });
    open.push(server);
    const input = {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
      required: ["region"],
    } as const;
    server.tool("go", { input }, ({ region }) => `Off to ${String(region)}.`);
    await using client = await testClient(server);
    expect((await client.callTool("go", { region: "Besançon" })).text).toBe("Off to Besançon.");
  });

  it("comes back for the rest when the server lets the connection go", async () => {
    const server = createServer({ name: "patient", version: "1.0.0" });
    open.push(server);
    server.tool("release", {}, async (_, ctx) => {
      ctx.release({ retryMs: 1 });
      return (await ctx.confirm("Still there?")) ? "Good." : "Bad.";
    });
    await using client = await testClient(server, { era: "legacy", answers: [yes] });
    expect((await client.callTool("release")).text).toBe("Good.");
  });

  it("answers what is asked in its session outside of calls", async () => {
    const server = createServer({ name: "sessions", version: "1.0.0" });
    open.push(server);
    server.tool("who", {}, (_, ctx) => ctx.sessionId ?? "");
    const client = await testClient(server, { era: "legacy", answers: [yes] });
    const { elicit } = server.session((await client.callTool("who")).text);
    const sure = form("Sure?", { confirmed: field.boolean() });
    expect(await elicit(sure)).toEqual({ action: "accept", content: { confirmed: true } });
    expect(client.asked.map(({ message }) => message)).toEqual(["Sure?"]);
    expect(await elicit(sure)).toMatchObject({ action: "cancel" });
    await expect(client.close()).rejects.toThrow("Nobody said what to answer to “Sure?”");
  });

  it("fails the call whose response ends without a reply", async () => {
    const server = tables();
    const fetch: Server["fetch"] = async () => new Response(null, { status: 202 });
    await using client = await testClient({ ...server, fetch });
    await expect(client.callTool("sign_in")).rejects.toThrow(
      "The server's response to tools/call ended without a reply.",
    );
  });

  it("keeps the process alive while a call is open", async () => {
    const server = createServer({ name: "slow", version: "1.0.0" });
    open.push(server);
    const begun = later<void>();
    const end = later<string>();
    server.tool("wait", {}, () => {
      begun.resolve();
      return end.promise;
    });
    await using client = await testClient(server);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const call = client.callTool("wait");
    await begun.promise;
    expect(timers()).toBe(before + 1);
    end.resolve("Done.");
    await call;
    expect(timers()).toBe(before);
  });

  it("says so, too, when the hold is over and the page is asked for again", async () => {
    const clock = createFakeClock();
    const server = createServer({ name: "slow", version: "1.0.0", clock });
    open.push(server);
    server.tool("page", {}, async (_, ctx) => {
      const { action } = await ctx.openUrl("Sign in.", (id) => `https://example.com/?id=${id}`);
      return action;
    });
    const client = await testClient(server, { answers: [visit(() => clock.advance(60_000))] });
    await expect(client.callTool("page")).rejects.toThrow(
      "The page of “Sign in.” was visited and never completed.",
    );
    await client.close();
  });

  it("refuses an era or a transport that there is not, and what is no server", async () => {
    const wrong = (options: object) => testClient(tables(), options as TestEra);
    await expect(wrong({ era: "modem" })).rejects.toThrow(
      'There is no era "modem". Choose "legacy" or "modern".',
    );
    await expect(wrong({ transport: "udp" })).rejects.toThrow('There is no transport "udp".');
    await expect(testClient({} as Server)).rejects.toThrow("testClient needs a server");
  });

  it("refuses a revision that there is not, or that is of the other era", async () => {
    await expect(testClient(tables(), { revision: "2020-01-01" })).rejects.toThrow(
      "There is no revision 2020-01-01.",
    );
    await expect(testClient(tables(), { era: "modern", revision: "2025-06-18" })).rejects.toThrow(
      "The revision 2025-06-18 is not of the modern era.",
    );
  });

  it("tells what servers recorded that were made for it, and closes them", async () => {
    const made: Server[] = [];
    const client = await testClient(
      (kit) => {
        const server = makeTables(kit);
        made.push(server);
        return server;
      },
      { answers: [accept({ guests: 4 }), yes] },
    );
    await client.callTool("book_table", { day: "Friday" });
    expect(client.effects).toEqual(["hold Friday"]);
    await client.close();
    const late = await testClient(made[0] as Server);
    await expect(late.listTools()).rejects.toThrow();
  });
});
