// A handler that comes late to a question of its last round, which its client has not answered.

import { describe, expect, it } from "vitest";
import { createServer, field, form } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { accept, type InputRequired, modernWire, type Wire } from "./play.js";

const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
};

const AMOUNT = { amount: accept({ it: 10 }) };
const OTHER = { amount: accept({ it: 1000 }) };
const SURE = { sure: accept({ it: 1 }) };

interface Reply extends InputRequired {
  readonly content?: readonly { readonly text: string }[];
}

async function send(wire: Wire, state: string | undefined, inputResponses: object = {}) {
  const given = state === undefined ? {} : { requestState: state, inputResponses };
  const { result, error } = await wire.request("tools/call", { name: "pay", arguments: {}, ...given });
  const { inputRequests, requestState, content } = (result ?? {}) as Reply;
  return { asked: Object.keys(inputRequests ?? {}), state: requestState, text: content?.[0]?.text, error };
}

describe.each(engines)(
  "on an engine that %s, a handler that comes late to a question",
  (_name, createEngine) => {
    /** Pays as soon as it has the amount; comes to the other question after some turns, and not at all after `undefined`. */
    function make() {
      const clock = createFakeClock();
      const paid: number[] = [];
      const pace: { turns: number | undefined } = { turns: 0 };
      const server = createServer({
        name: "test",
        version: "1.0.0",
        clock,
        engine: createEngine({ clock }),
        logger: { debug() {}, info() {}, warn() {}, error() {} },
      });
      server.tool("pay", {}, async (_input, ctx) => {
        const ask = async (key: string): Promise<number> => {
          const answer = await ctx.elicit(form(`${key}?`, { it: field.integer() }), { key });
          return answer.action === "accept" ? answer.content.it : 0;
        };
        const amount = ask("amount").then((it) => ctx.step("pay", () => void paid.push(it)));
        if (pace.turns === undefined) return String(await amount);
        if (pace.turns > 0) await turns(pace.turns);
        return String(await Promise.all([amount, ask("sure")]));
      });
      return { wire: modernWire(server), clock, paid, pace };
    }

    /** What a request comes to when nothing but time can end it. */
    async function sendFor(clock: ReturnType<typeof make>["clock"], sent: ReturnType<typeof send>) {
      let isAnswered = false;
      void sent.then(() => {
        isAnswered = true;
      });
      while (!isAnswered) {
        await turns(20);
        await clock.advance(100);
      }
      return sent;
    }

    it("uses nothing up for a request without answers, and gives it no answer that was held", async () => {
      const { wire, paid, pace } = make();
      const first = await send(wire, undefined);
      expect(first.asked).toEqual(["amount", "sure"]);
      const second = await send(wire, first.state, AMOUNT);
      expect(second.asked).toEqual(["sure"]);
      pace.turns = 5;
      expect((await send(wire, second.state)).asked).toEqual(["sure"]);
      expect(paid).toEqual([]);
      await send(wire, first.state, { ...OTHER, ...SURE });
      expect(paid).toEqual([1000]);
    });

    it("uses nothing up for the answers without the one that is missing", async () => {
      const { wire, paid, pace } = make();
      const first = await send(wire, undefined);
      pace.turns = 5;
      expect((await send(wire, first.state, AMOUNT)).asked).toEqual(["sure"]);
      expect(paid).toEqual([]);
      await send(wire, first.state, { ...OTHER, ...SURE });
      expect(paid).toEqual([1000]);
    });

    it("goes on without a question that it asks no more, a second later", async () => {
      const { wire, clock, paid, pace } = make();
      const first = await send(wire, undefined);
      const second = await send(wire, first.state, AMOUNT);
      pace.turns = undefined;
      const begunAt = clock.now();
      const { text } = await sendFor(clock, send(wire, second.state));
      expect(text).toBe("undefined");
      expect(paid).toEqual([10]);
      expect(clock.now() - begunAt).toBeLessThan(2_000);
    });

    it("goes on at once without a question that it asks no more when that was answered", async () => {
      const { wire, paid, pace } = make();
      const first = await send(wire, undefined);
      pace.turns = undefined;
      expect((await send(wire, first.state, { ...AMOUNT, ...SURE })).text).toBe("undefined");
      expect(paid).toEqual([10]);
    });
  },
);
