// Deadlines, signals, and the time that a tool may take.

import { describe, expect, it } from "vitest";
import { createServer, field, form, type ServerOptions } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { callTool } from "../speak.js";
import {
  accept,
  capabilities,
  type InputRequired,
  legacyWire,
  lineWire,
  modernWire,
  play,
  type Question,
  type Wire,
  yes,
} from "./play.js";

const turns = async (count = 20): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
};

const name = form("Name?", { it: field.string() });

describe.each(engines)("on an engine that %s", (_engine, createEngine) => {
  function make(options: Partial<ServerOptions> = {}) {
    const clock = createFakeClock({ now: 1_000_000 });
    const server = createServer({
      name: "test",
      version: "1.0.0",
      clock,
      engine: createEngine({ clock }),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      ...options,
    });
    return { clock, server };
  }

  /** Plays a call whose client takes its time for the first answer. */
  const playLate = async (wire: Wire, tool: string, wait: () => Promise<void>) => {
    if (wire.era === "legacy") {
      const notifications: unknown[] = [];
      let asked: Question["id"] | undefined;
      const response = wire.request("tools/call", { name: tool, arguments: {} }, (message) => {
        if (message.id === undefined) notifications.push(message);
        else asked = String(message.id);
      });
      while (asked === undefined) await turns(1);
      await wait();
      await wire.send({ jsonrpc: "2.0", id: asked, result: accept({ it: "late" }) });
      const { result } = await response;
      return { result, asked, notifications };
    }
    const params = { name: tool, arguments: {} };
    const first = (await wire.request("tools/call", params)).result as InputRequired;
    const [asked = ""] = Object.keys(first.inputRequests ?? {});
    await wait();
    const inputResponses = { [asked]: accept({ it: "late" }) };
    const { result } = await wire.request("tools/call", {
      ...params,
      requestState: first.requestState,
      inputResponses,
    });
    return { result, asked, notifications: [] };
  };

  describe("an ask with timeoutMs", () => {
    const withAsk = () => {
      const made = make();
      made.server.tool("ask", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(name, { timeoutMs: 60_000 })),
      );
      return made;
    };

    it.each(["http", "line"])(
      "is a timeout at its deadline in the legacy era, over %s, and the client is told",
      async (over) => {
        const { server, clock } = withAsk();
        const wire = over === "http" ? await legacyWire(server) : await lineWire(server, "legacy");
        const asked: unknown[] = [];
        const notifications: unknown[] = [];
        const response = wire.request("tools/call", { name: "ask" }, (message) =>
          (message.id === undefined ? notifications : asked).push(message),
        );
        while (asked.length === 0) await turns(1);
        await clock.advance(59_000);
        await turns();
        expect(notifications).toEqual([]);
        await clock.advance(1100);
        expect((await response).result).toMatchObject({ content: [{ text: '{"action":"timeout"}' }] });
        const { id } = asked[0] as { readonly id: string };
        expect(notifications).toMatchObject([
          { method: "notifications/cancelled", params: { requestId: id } },
        ]);
      },
    );

    it("takes an answer until then, in both eras", async () => {
      for (const open of [legacyWire, modernWire]) {
        const { server, clock } = withAsk();
        const { result } = await playLate(await open(server), "ask", () => clock.advance(59_000));
        expect(result).toMatchObject({ content: [{ text: '{"action":"accept","content":{"it":"late"}}' }] });
      }
    });

    it("is a timeout for a modern client that comes back later, with or without an answer", async () => {
      const { server, clock } = withAsk();
      const { result } = await playLate(modernWire(server), "ask", () => clock.advance(61_000));
      expect(result).toMatchObject({ resultType: "complete", content: [{ text: '{"action":"timeout"}' }] });
    });

    it("keeps its deadline over the rounds: asking again gives no more time", async () => {
      const { server, clock } = make();
      server.tool("ask", {}, async (_input, ctx) => {
        const answers = await Promise.all([ctx.elicit(name, { timeoutMs: 60_000 }), ctx.confirm("Sure?")]);
        return JSON.stringify(answers);
      });
      let isFirst = true;
      const wire = modernWire(server);
      const slow: Wire = {
        ...wire,
        async request(...given) {
          if (!isFirst) await clock.advance(40_000);
          isFirst = false;
          return wire.request(...given);
        },
      };
      let isSilent = true;
      const played = await play(slow, "ask", ({ message }) => {
        if (message === "Sure?") return yes;
        if (!isSilent) return accept({ it: "too late" });
        isSilent = false;
        return undefined;
      });
      expect(played.rounds).toEqual([["Name?", "Sure?"], ["Name?"]]);
      expect(played.text).toBe('[{"action":"timeout"},true]');
    });

    it("may last longer than states do otherwise", async () => {
      const { server, clock } = make({ asking: { stateTtlMs: 1000 } });
      server.tool("ask", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(name, { timeoutMs: 60_000 })),
      );
      const { result } = await playLate(modernWire(server), "ask", () => clock.advance(60_500));
      expect(result).toMatchObject({ content: [{ text: '{"action":"timeout"}' }] });
    });

    it("stays a timeout on replay", async () => {
      const { server, clock } = make();
      const seen: string[] = [];
      server.tool("ask", {}, async (_input, ctx) => {
        const answer = await ctx.elicit(name, { timeoutMs: 1000 });
        seen.push(answer.action);
        return String(await ctx.confirm("Sure?"));
      });
      const wire = modernWire(server);
      const slow: Wire = {
        ...wire,
        async request(...given) {
          const response = await wire.request(...given);
          await clock.advance(2000);
          return response;
        },
      };
      expect((await play(slow, "ask", () => yes)).text).toBe("true");
      expect(seen).toEqual(["timeout", "timeout"]);
    });
  });

  it("an ask without timeoutMs waits for as long as it takes in the legacy era", async () => {
    const { server, clock } = make();
    server.tool("ask", {}, async (_input, ctx) => JSON.stringify(await ctx.elicit(name)));
    const wire = await lineWire(server, "legacy");
    const { result } = await playLate(wire, "ask", () => clock.advance(30 * 24 * 60 * 60_000));
    expect(result).toMatchObject({ content: [{ text: '{"action":"accept","content":{"it":"late"}}' }] });
  });

  describe("an ask with a signal", () => {
    it.each([
      ["legacy", legacyWire],
      ["modern", modernWire],
    ] as const)("that is aborted already is cancel, and nobody is asked: %s", async (_era, open) => {
      const { server } = make();
      server.tool("ask", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(name, { signal: AbortSignal.abort() })),
      );
      const played = await play(await open(server), "ask", () => accept({ it: "x" }));
      expect(played.text).toBe('{"action":"cancel","reason":"withdrawn"}');
      expect(played.questions).toEqual([]);
    });

    it("is withdrawn in the legacy era when it aborts, and the client is told", async () => {
      const { server } = make();
      const aborter = new AbortController();
      server.tool("ask", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(name, { signal: aborter.signal })),
      );
      const played = await play(await legacyWire(server), "ask", () => {
        aborter.abort();
        return undefined;
      });
      expect(played.text).toBe('{"action":"cancel","reason":"withdrawn"}');
      expect(played.notifications).toMatchObject([
        { method: "notifications/cancelled", params: { requestId: played.questions[0]?.id } },
      ]);
    });

    it("is withdrawn in the modern era while the round is open", async () => {
      const { server } = make();
      server.tool("ask", {}, async (_input, ctx) => {
        const aborter = new AbortController();
        const asked = ctx.elicit(name, { signal: aborter.signal });
        await ctx.step("think", async () => {
          await turns(3);
          aborter.abort();
        });
        return JSON.stringify(await asked);
      });
      const played = await play(modernWire(server), "ask", () => accept({ it: "x" }));
      expect([played.text, played.rounds]).toEqual(['{"action":"cancel","reason":"withdrawn"}', []]);
    });
  });

  describe("the time limit of a tool", () => {
    const withLimit = () => {
      const made = make();
      const { server, clock } = made;
      /** Is at work for three seconds before, between and after its questions. */
      server.tool("work", { timeoutMs: 10_000 }, async (_input, ctx) => {
        await ctx.step("before", () => clock.advance(3000));
        await ctx.elicit(name);
        await ctx.step("between", () => clock.advance(3000));
        await ctx.elicit(form("Again?", { it: field.string() }));
        await ctx.step("after", () => clock.advance(3000));
        return "done";
      });
      server.tool("slow", { timeoutMs: 10_000 }, async (_input, ctx) => {
        await ctx.step("before", () => clock.advance(6000));
        await ctx.elicit(name);
        await ctx.step("after", () => clock.advance(6000));
        return "done";
      });
      return made;
    };

    it.each([
      ["legacy", legacyWire],
      ["modern", modernWire],
      ["legacy over stdio", (server: Parameters<typeof legacyWire>[0]) => lineWire(server, "legacy")],
    ] as const)("counts no waits: %s", async (_era, open) => {
      const { server, clock } = withLimit();
      const wire = await open(server);
      const patient: Wire = {
        ...wire,
        async request(method, params, hear) {
          if (wire.era === "modern" && "requestState" in params) await clock.advance(100_000);
          return wire.request(method, params, hear);
        },
        async send(message) {
          await clock.advance(100_000);
          return wire.send(message);
        },
      };
      const played = await play(patient, "work", () => accept({ it: "x" }));
      expect([played.isError, played.text]).toEqual([false, "done"]);
    });

    it.each([
      ["legacy", legacyWire],
      ["modern", modernWire],
    ] as const)("counts the work of all rounds together: %s", async (_era, open) => {
      const { server } = withLimit();
      const played = await play(await open(server), "slow", () => accept({ it: "x" }));
      expect([played.isError, played.text]).toEqual([true, "The tool did not finish within 10000 ms."]);
    });
  });

  it("a state that has expired is refused, one that was renewed in time is not", async () => {
    const { server, clock } = make({ asking: { stateTtlMs: 60_000 } });
    server.tool("ask", {}, async (_input, ctx) => {
      await ctx.confirm("One?");
      await ctx.confirm("Two?");
      return "done";
    });
    const wire = modernWire(server);
    const slow = (ms: number): Wire => ({
      ...wire,
      async request(...given) {
        const response = await wire.request(...given);
        await clock.advance(ms);
        return response;
      },
    });
    expect((await play(slow(50_000), "ask", () => yes)).text).toBe("done");
    const late = await play(slow(60_000), "ask", () => yes);
    expect(late.message.error).toEqual({ code: -32602, message: "Invalid or expired request state" });
  });

  it("a round that ended leaves no deadline behind", async () => {
    const { server, clock } = make();
    server.tool("ask", {}, async (_input, ctx) => {
      await ctx.elicit(name, { timeoutMs: 1000 });
      return "";
    });
    const before = clock.pendingTimers;
    await callTool(server, "ask", {}, { capabilities });
    expect(clock.pendingTimers).toBe(before);
  });
});
