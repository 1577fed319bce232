// States whose journal is left with the engine: each opens exactly what it was sealed with, whatever came after it.

import { describe, expect, it } from "vitest";
import { field, form, type ServerOptions } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { accept, ask, FROZEN, makeServer, YES } from "./talk.js";

const KEY = "first key, which is long enough for a ring";
const NEXT_KEY = "second key, which is long enough for a ring";
const DECLINE = { action: "decline" };

/** What a run learns at its beginning, in bytes: what a client carries in few and in many characters, and what it does not. */
const SIZES = [10, 10_000, 100_000];

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  /** A tool that learns much and then asks two things at once. */
  function make(size: number, options: Partial<ServerOptions> = {}) {
    const server = makeServer({ engine: createEngine(), ...options });
    const paid: string[] = [];
    server.tool("pay", {}, async (_input, ctx) => {
      await ctx.step("learn", () => "x".repeat(size));
      const [amount, sure] = await Promise.all([
        ctx.elicit(form("How much?", { euros: field.integer({ minimum: 1 }) }), { key: "amount" }),
        ctx.confirm("Sure?", { key: "sure" }),
      ]);
      const what = amount.action === "accept" ? String(amount.content.euros) : amount.action;
      await ctx.step("pay", () => void paid.push(`${what} ${sure}`));
      return `${what} ${sure}`;
    });
    return { server, paid };
  }
  const euros = (count: unknown): object => accept({ euros: count });

  describe.each(SIZES)("a state of %d bytes", (size) => {
    it("that is gone back to knows nothing of the answers that were kept after it", async () => {
      const { server, paid } = make(size);
      const { state } = await ask(server, "pay");
      const kept = await ask(server, "pay", { state, answers: { amount: euros(100) } });
      expect(kept.keys).toEqual(["sure"]);
      const done = await ask(server, "pay", { state, answers: { amount: DECLINE, sure: YES } });
      expect(done.text).toBe("decline true");
      expect(paid).toEqual(["decline true"]);
      const late = await ask(server, "pay", { state: kept.state, answers: { sure: YES } });
      expect(late.error).toEqual(FROZEN);
    });

    it("keeps to its own way, though another one began at the same state", async () => {
      const { server } = make(size);
      const { state } = await ask(server, "pay");
      const ways = [];
      for (const count of [1, 2, 3])
        ways.push(await ask(server, "pay", { state, answers: { amount: euros(count) } }));
      const second = ways[1]?.state;
      const done = await ask(server, "pay", { state: second, answers: { sure: YES } });
      expect(done.text).toBe("2 true");
    });

    it("with the same incomplete answers gets the same reply, also when others came between", async () => {
      const { server } = make(size);
      const { state } = await ask(server, "pay");
      const request = { state, answers: { amount: euros(1) } };
      const first = await ask(server, "pay", request);
      expect((await ask(server, "pay", request)).message).toEqual(first.message);
      await ask(server, "pay", { state, answers: { amount: euros(2) } });
      expect((await ask(server, "pay", request)).message).toEqual(first.message);
    });

    it("with the same invalid answers gets the same reply, and is good for other ones", async () => {
      const { server } = make(size);
      const { state } = await ask(server, "pay");
      const request = { state, answers: { amount: euros("many"), sure: YES } };
      const first = await ask(server, "pay", request);
      expect(first.keys).toEqual(["amount"]);
      expect((await ask(server, "pay", request)).message).toEqual(first.message);
      const done = await ask(server, "pay", { state, answers: { amount: euros(4), sure: DECLINE } });
      expect(done.text).toBe("4 false");
    });

    it("that was used up gives its reply to the same answers, and to others the frozen error", async () => {
      const { server, paid } = make(size);
      const { state } = await ask(server, "pay");
      const request = { state, answers: { amount: euros(5), sure: YES } };
      const done = await ask(server, "pay", request);
      expect((await ask(server, "pay", request)).message).toEqual(done.message);
      const other = await ask(server, "pay", { state, answers: { amount: euros(6), sure: YES } });
      expect(other.error).toEqual(FROZEN);
      expect(paid).toEqual(["5 true"]);
    });
  });

  describe.each(SIZES)(
    "an answer that came before the others of its round, in a state of %d bytes,",
    (size) => {
      /** A tool that pays as soon as it knows how much, whatever else it asks. */
      function makeHasty() {
        const server = makeServer({ engine: createEngine() });
        const paid: unknown[] = [];
        server.tool("pay", {}, async (_input, ctx) => {
          await ctx.step("learn", () => "x".repeat(size));
          const amount = async (): Promise<string> => {
            const how = form("How much?", { euros: field.integer({ minimum: 1 }) });
            const given = await ctx.elicit(how, { key: "amount" });
            if (given.action !== "accept") return given.action;
            const { euros: count } = given.content;
            await ctx.step("pay", () => void paid.push(count));
            return `${count} for ${count}`;
          };
          const [what, sure] = await Promise.all([amount(), ctx.confirm("Sure?", { key: "sure" })]);
          return `${what} ${sure}`;
        });
        return { server, paid };
      }

      it("does nothing before they came, and nothing beside another answer", async () => {
        const { server, paid } = makeHasty();
        const { state } = await ask(server, "pay");
        const kept = await ask(server, "pay", { state, answers: { amount: euros(1) } });
        const again = await ask(server, "pay", { state: kept.state });
        expect(again.keys).toEqual(["sure"]);
        expect(paid).toEqual([]);
        const done = await ask(server, "pay", { state, answers: { amount: euros(1000), sure: YES } });
        expect(done.text).toBe("1000 for 1000 true");
        expect(paid).toEqual([1000]);
        const late = await ask(server, "pay", { state: again.state, answers: { sure: YES } });
        expect(late.error).toEqual(FROZEN);
      });

      it("is not undone by a later one that declines", async () => {
        const { server, paid } = makeHasty();
        const { state } = await ask(server, "pay");
        const kept = await ask(server, "pay", { state, answers: { amount: euros(1) } });
        await ask(server, "pay", { state: kept.state });
        const done = await ask(server, "pay", { state, answers: { amount: DECLINE, sure: YES } });
        expect(done.text).toBe("decline true");
        expect(paid).toEqual([]);
      });

      it("is given with them, however many rounds later", async () => {
        const { server, paid } = makeHasty();
        let { state } = await ask(server, "pay");
        ({ state } = await ask(server, "pay", { state, answers: { amount: euros(3) } }));
        ({ state } = await ask(server, "pay", { state }));
        ({ state } = await ask(server, "pay", { state, answers: { amount: euros(4) } }));
        const done = await ask(server, "pay", { state, answers: { sure: YES } });
        expect(done.text).toBe("3 for 3 true");
        expect(paid).toEqual([3]);
      });
    },
  );

  it("a state opens with its old key in the ring, and not without", async () => {
    const engine = { ...createEngine(), durable: true };
    const before = make(100_000, { engine, keys: [KEY] });
    const { state } = await ask(before.server, "pay");
    expect(state.length).toBeLessThan(1000);
    const half = { state, answers: { amount: euros(7) } };
    const without = make(100_000, { engine, keys: [NEXT_KEY] });
    expect((await ask(without.server, "pay", half)).error).toEqual(FROZEN);
    const rotated = make(100_000, { engine, keys: [NEXT_KEY, KEY] });
    const kept = await ask(rotated.server, "pay", half);
    expect(kept.keys).toEqual(["sure"]);
    const done = await ask(without.server, "pay", { state: kept.state, answers: { sure: YES } });
    expect(done.text).toBe("7 true");
  });

  it("a state that expired stays so, though a later one of its slot has the same journal", async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const { server } = make(100_000, {
      engine: createEngine({ clock }),
      clock,
      asking: { stateTtlMs: 60_000 },
    });
    const { state } = await ask(server, "pay");
    await clock.advance(40_000);
    const later = await ask(server, "pay", { state });
    await clock.advance(40_000);
    const answers = { amount: euros(8), sure: YES };
    expect((await ask(server, "pay", { state, answers })).error).toEqual(FROZEN);
    expect((await ask(server, "pay", { state: later.state, answers })).text).toBe("8 true");
  });

  it("of very many ways of a slot the first state and the latest stay good, and the rest is let go", async () => {
    const engine = createEngine();
    const { server } = make(100_000, { engine });
    const { state } = await ask(server, "pay");
    const ways = [];
    for (let count = 1; count <= 40; count += 1)
      ways.push(await ask(server, "pay", { state, answers: { amount: euros(count) } }));
    const kept = await engine.records.list("journal:", undefined, 100);
    expect(kept).toHaveLength(16);
    const old = await ask(server, "pay", { state: ways[0]?.state, answers: { sure: YES } });
    expect(old.error).toEqual(FROZEN);
    const again = await ask(server, "pay", { state, answers: { sure: YES } });
    expect(again.keys).toEqual(["amount"]);
    const done = await ask(server, "pay", { state: ways.at(-1)?.state, answers: { sure: YES } });
    expect(done.text).toBe("40 true");
  });
});
