// Rounds of the modern era: what is asked in one, and how many there can be.

import { describe, expect, it } from "vitest";
import { allow, createServer, field, form, type ServerOptions } from "../../../src/index.js";
import { engines } from "../async-engine.js";
import { readEvents } from "../event-stream.js";
import { callTool, type Message, modern, openSession } from "../speak.js";
import {
  accept,
  capabilities,
  type InputRequired,
  legacyWire,
  lineWire,
  modernWire,
  play,
  playRequest,
  scripted,
  yes,
} from "./play.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function make(options: Partial<ServerOptions> = {}) {
  const warnings: { readonly message: string; readonly round: unknown }[] = [];
  const server = createServer({
    name: "test",
    version: "1.0.0",
    logger: {
      debug() {},
      info() {},
      warn: (message, fields) => warnings.push({ message, round: fields?.round }),
      error() {},
    },
    ...options,
  });
  /** Asks the given number of times, one after the other. */
  server.tool(
    "sequence",
    { input: { type: "object", properties: { count: { type: "integer" } } } as const },
    async ({ count = 0 }, ctx) => {
      for (let asked = 1; asked <= count; asked += 1) await ctx.confirm(`Number ${asked}?`);
      return `${count} asked`;
    },
  );
  return { server, warnings };
}

describe.each(engines)("on an engine that %s, a round", (_name, createEngine) => {
  it("has all asks of a Promise.all", async () => {
    const { server } = make({ engine: createEngine() });
    server.tool("both", {}, async (_input, ctx) => {
      const answers = await Promise.all(["a", "b", "c"].map((name) => ctx.confirm(`${name}?`)));
      const last = await Promise.all([ctx.confirm("d?"), ctx.roots()]);
      return `${answers} ${last[0]} ${last[1].length}`;
    });
    const person = scripted({ "a?": yes, "b?": yes, "c?": yes, "d?": yes, "roots/list": { roots: [] } });
    const played = await play(modernWire(server), "both", person);
    expect(played.rounds).toEqual([
      ["a?", "b?", "c?"],
      ["d?", "roots/list"],
    ]);
    expect(played.text).toBe("true,true,true true 0");
  });

  it("has asks that are made a few promises apart, and those made after a step", async () => {
    const { server } = make({ engine: createEngine() });
    server.tool("apart", {}, async (_input, ctx) => {
      const late = async (): Promise<boolean> => {
        for (let left = 20; left > 0; left -= 1) await Promise.resolve();
        return ctx.confirm("late?");
      };
      const stepped = async (): Promise<boolean> => {
        await ctx.step("slow", async () => {
          for (let left = 10; left > 0; left -= 1) await turn();
        });
        return ctx.confirm("stepped?");
      };
      return String(await Promise.all([ctx.confirm("now?"), late(), stepped()]));
    });
    const played = await play(modernWire(server), "apart", () => yes);
    expect(played.rounds).toEqual([["now?", "late?", "stepped?"]]);
  });

  it("is over one turn after the last ask: what is asked later goes into the next", async () => {
    const { server } = make({ engine: createEngine() });
    // Slow in the first execution, and there at once in those after it.
    let isSlow = true;
    server.tool("slowly", {}, async (_input, ctx) => {
      const later = async (): Promise<boolean> => {
        if (isSlow) await new Promise<void>(() => {});
        return ctx.confirm("later?");
      };
      return String(await Promise.all([ctx.confirm("now?"), later()]));
    });
    const played = await play(modernWire(server), "slowly", () => {
      isSlow = false;
      return yes;
    });
    expect(played.rounds).toEqual([["now?"], ["later?"]]);
    expect(played.text).toBe("true,true");
  });

  it("ends with what is missing when only some answers came, and keeps the others", async () => {
    const { server } = make({ engine: createEngine() });
    server.tool("both", {}, async (_input, ctx) =>
      String(await Promise.all([ctx.confirm("a?"), ctx.confirm("b?")])),
    );
    let isShy = true;
    const played = await play(modernWire(server), "both", ({ message }) => {
      if (message === "a?") return yes;
      if (!isShy) return yes;
      isShy = false;
      return undefined;
    });
    expect(played.rounds).toEqual([["a?", "b?"], ["b?"]]);
    expect(played.text).toBe("true,true");
  });

  it("counts from 1 in ctx.run, which has the same id all through the run", async () => {
    const { server } = make({ engine: createEngine() });
    const seen: { readonly id: string; readonly round: number }[] = [];
    server.tool("who", {}, async (_input, ctx) => {
      seen.push(ctx.run);
      await ctx.confirm("a?");
      await ctx.confirm("b?");
      return "done";
    });
    await play(modernWire(server), "who", () => yes);
    expect(seen.map(({ round }) => round)).toEqual([1, 2, 3]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
    await play(modernWire(server), "who", () => yes);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(2);
  });
});

it.each([
  ["in the first round", {}],
  ["after a step", { isLate: true }],
])("answers without a state that are none are refused %s", async (_when, given) => {
  const { server } = make();
  const input = { type: "object", properties: { isLate: { type: "boolean" } } } as const;
  server.tool("ask", { input }, async ({ isLate }, ctx) => {
    if (isLate) await ctx.step("wait", () => turn());
    return String(await ctx.confirm("Sure?", { key: "sure" }));
  });
  const call = (answer: unknown) =>
    modern(
      server,
      "tools/call",
      { name: "ask", arguments: given, inputResponses: { sure: answer } },
      { capabilities },
    );
  expect((await call(yes)).result).toMatchObject({ content: [{ text: "true" }] });
  expect((await call({ action: "perhaps" })).error).toMatchObject({ code: -32602 });
});

describe("a run of many rounds", () => {
  it("may ask in ten", async () => {
    const { server } = make();
    const played = await play(modernWire(server), "sequence", () => yes, { count: 10 });
    expect([played.rounds.length, played.text]).toEqual([10, "10 asked"]);
  });

  it("that asks in an eleventh ends with a tool error that names the limit of clients", async () => {
    const { server } = make();
    const played = await play(modernWire(server), "sequence", () => yes, { count: 11 });
    expect(played.rounds).toHaveLength(10);
    expect(played.isError).toBe(true);
    expect(played.text).toContain("10 rounds");
    expect(played.text).toContain("Clients stop after that many");
  });

  it("is warned of from the eighth round on", async () => {
    const { server, warnings } = make();
    await play(modernWire(server), "sequence", () => yes, { count: 7 });
    expect(warnings).toEqual([]);
    await play(modernWire(server), "sequence", () => yes, { count: 11 });
    expect(warnings.map(({ round }) => round)).toEqual([8, 9, 10]);
    for (const { message } of warnings) expect(message).toContain("most rounds");
  });

  it("has one more for each time that a question is only asked again", async () => {
    const { server } = make({ asking: { maxRounds: 2 } });
    server.tool("count", {}, async (_input, ctx) => {
      const party = await ctx.elicit(form("How many?", { it: field.integer({ minimum: 1 }) }));
      return party.action;
    });
    const [none, two] = [accept({ it: 0 }), accept({ it: 2 })];
    let asked = 0;
    const inTime = await play(modernWire(server), "count", () => (asked++ === 0 ? none : two));
    expect(inTime.text).toBe("accept");
    const tooLate = await play(modernWire(server), "count", () => none);
    expect(tooLate.isError).toBe(true);
    expect(tooLate.text).toContain("asked in 2 rounds");
  });

  it("has as many as maxRounds says", async () => {
    const { server } = make({ asking: { maxRounds: 3 } });
    expect((await play(modernWire(server), "sequence", () => yes, { count: 3 })).text).toBe("3 asked");
    const played = await play(modernWire(server), "sequence", () => yes, { count: 4 });
    expect([played.rounds.length, played.isError]).toEqual([3, true]);
    expect(played.text).toContain("3 rounds");
  });

  it("has no limit in the legacy era, and no warning", async () => {
    const { server, warnings } = make();
    for (const wire of [await legacyWire(server), await lineWire(server, "legacy")])
      expect((await play(wire, "sequence", () => yes, { count: 25 })).text).toBe("25 asked");
    expect(warnings).toEqual([]);
  });

  it("that comes back after its end is told the same again", async () => {
    const { server } = make({ asking: { maxRounds: 1 } });
    const asked = (await callTool(server, "sequence", { count: 2 }, { capabilities }))
      .result as InputRequired;
    const [key = ""] = Object.keys(asked.inputRequests ?? {});
    const answers = { requestState: asked.requestState, inputResponses: { [key]: yes } };
    const again = () =>
      modern(
        server,
        "tools/call",
        { name: "sequence", arguments: { count: 2 }, ...answers },
        { capabilities },
      );
    const once = await again();
    expect(once.result).toMatchObject({ isError: true });
    expect((await again()).result).toEqual(once.result);
  });

  it("of a prompt or a resource ends with an error that says why", async () => {
    const { server } = make({ asking: { maxRounds: 1 } });
    const ask = async (ctx: { confirm(message: string): Promise<boolean> }): Promise<string> => {
      await ctx.confirm("a?");
      await ctx.confirm("b?");
      return "";
    };
    server.prompt("ask", {}, (_values, ctx) => ask(ctx));
    server.resource("ask", { uri: "ask:///" }, (_values, ctx) => ask(ctx));
    for (const [method, params] of [
      ["prompts/get", { name: "ask" }],
      ["resources/read", { uri: "ask:///" }],
    ] as const) {
      const { message } = await playRequest(modernWire(server), method, params, () => yes);
      expect(message.error?.message).toContain("1 rounds");
    }
  });
});

describe("a question that is another one each time", () => {
  it("stops the run after three rounds with a tool error that names it", async () => {
    const { server } = make();
    let count = 0;
    server.tool("vary", {}, async (_input, ctx) => {
      count += 1;
      const answer = await ctx.elicit(form(`Is it ${count}?`, { it: field.boolean() }));
      return answer.action;
    });
    const played = await play(modernWire(server), "vary", () => accept({ it: true }));
    expect(played.isError).toBe(true);
    expect(played.text).toMatch(/“Is it \d+\?”/);
    expect(played.rounds).toEqual([["Is it 1?"], ["Is it 2?"], ["Is it 3?"]]);
  });

  it("stops it also where it has a key", async () => {
    const { server, warnings } = make();
    let count = 0;
    server.tool("vary", {}, async (_input, ctx) => {
      count += 1;
      return String(await ctx.confirm(`Is it ${count}?`, { key: "it" }));
    });
    const played = await play(modernWire(server), "vary", () => yes);
    expect(played.rounds).toHaveLength(3);
    expect(played.text).toMatch(/“Is it \d+\?”/);
    expect(warnings.map(({ message }) => message)).toContain(
      "A question was reworded while it was open, so it is asked again.",
    );
  });

  it("stops nothing in the legacy era, where the handler runs once", async () => {
    const { server } = make();
    let count = 0;
    server.tool("vary", {}, async (_input, ctx) => {
      count += 1;
      return String(await ctx.confirm(`Is it ${count}?`));
    });
    expect((await play(await legacyWire(server), "vary", () => yes)).text).toBe("true");
  });
});

describe("runs that wait", () => {
  const waiting = (maxWaiting: number) => {
    const { server } = make({
      asking: { maxWaiting },
      connect: ({ headers }) => allow({ principal: { id: String(headers["x-who"] ?? "ann") } }),
    });
    server.tool("ask", {}, async (_input, ctx) => {
      const answer = await ctx.elicit(form("Sure?", { it: field.boolean() }));
      return JSON.stringify(answer);
    });
    return server;
  };

  it("past the cap of their principal are told that a limit was reached", async () => {
    const server = waiting(2);
    const wire = await lineWire(server, "legacy");
    const asked: unknown[] = [];
    const open = [1, 2].map(() => wire.request("tools/call", { name: "ask" }, ({ id }) => asked.push(id)));
    while (asked.length < 2) await turn();
    const limited = await play(wire, "ask", () => undefined);
    expect(limited.text).toBe('{"action":"unavailable","reason":"limited"}');
    await wire.send({ jsonrpc: "2.0", id: asked[0], result: accept({ it: true }) });
    await Promise.race(open);
    expect((await play(wire, "ask", () => accept({ it: false }))).text).toBe(
      '{"action":"accept","content":{"it":false}}',
    );
  });

  it("are counted, and not their questions", async () => {
    const server = waiting(1);
    server.tool("both", {}, async (_input, ctx) =>
      String(await Promise.all([ctx.confirm("a?"), ctx.confirm("b?")])),
    );
    const wire = await lineWire(server, "legacy");
    const asked: unknown[] = [];
    const done = wire.request("tools/call", { name: "both" }, ({ id }) => asked.push(id));
    while (asked.length < 2) await turn();
    for (const id of asked) await wire.send({ jsonrpc: "2.0", id, result: yes });
    expect((await done).result).toMatchObject({ content: [{ text: "true,true" }] });
  });

  it("in the modern era count while a response is held only: a client that is gone holds no place", async () => {
    const server = waiting(1);
    for (let times = 0; times < 5; times += 1) {
      const { result } = await callTool(server, "ask", {}, { capabilities });
      expect((result as InputRequired).resultType).toBe("input_required");
    }
  });

  it("are counted for each session by itself where nobody is signed in", async () => {
    const { server } = make({ asking: { maxWaiting: 1 } });
    server.tool("ask", {}, async (_input, ctx) =>
      JSON.stringify(await ctx.elicit(form("Sure?", { it: field.boolean() }))),
    );
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "ask" } };
    const sessions = [
      await openSession(server, { capabilities }),
      await openSession(server, { capabilities }),
    ];
    for (const session of sessions)
      expect(await readEvents(await session.post(call)).message()).toMatchObject({
        method: "elicitation/create",
      });
    expect(await (await sessions[0]?.post({ ...call, id: 2 }))?.json()).toMatchObject({
      result: { content: [{ text: '{"action":"unavailable","reason":"limited"}' }] },
    });
  });

  it("are counted for each principal by itself, in all of its sessions", async () => {
    const server = waiting(1);
    const callAs = async (who: string): Promise<Message> => {
      const session = await openSession(server, { capabilities, headers: { "x-who": who } });
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "ask" } };
      const response = await session.post(call);
      if (response.headers.get("content-type") !== "text/event-stream") return response.json();
      return readEvents(response).message();
    };
    expect(await callAs("ann")).toMatchObject({ method: "elicitation/create" });
    expect(await callAs("bob")).toMatchObject({ method: "elicitation/create" });
    expect(await callAs("ann")).toMatchObject({
      result: { content: [{ text: '{"action":"unavailable","reason":"limited"}' }] },
    });
  });
});
