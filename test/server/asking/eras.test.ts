// The same handler does the same for a legacy client, a modern client, and over stdio.

import { describe, expect, it } from "vitest";
import { type CallContext, createServer, field, form, StepError } from "../../../src/index.js";
import { engines } from "../async-engine.js";
import { accept, decline, no, type Person, play, scripted, wires, yes } from "./play.js";

/** A handler, and what comes of it everywhere. */
interface Case {
  /** `effect` is something that must happen as often as it is written. */
  readonly handler: (ctx: CallContext, effect: (name: string) => void) => Promise<string>;
  readonly says: Parameters<typeof scripted>[0];
  readonly text: string;
  readonly effects: readonly string[];
  readonly asked: readonly string[];
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const guests = form("How many?", { guests: field.integer({ minimum: 1 }) });
const name = form("Whose name?", { name: field.string() });
const day = form("Which day?", { day: field.string({ format: "date" }) });

const three: Case["handler"] = async (ctx, effect) => {
  const first = await ctx.elicit(guests);
  if (first.action !== "accept") return `${first.action} at first`;
  const second = await ctx.elicit(name);
  if (second.action !== "accept") return `${second.action} then`;
  const third = await ctx.elicit(day);
  if (third.action !== "accept") return `${third.action} at last`;
  effect("booked");
  return `${first.content.guests} for ${second.content.name} on ${third.content.day}`;
};

const threeSaid = {
  "How many?": accept({ guests: 2 }),
  "Whose name?": accept({ name: "Ann" }),
  "Which day?": accept({ day: "2026-08-01" }),
};

/** Nothing of it can tell whether it runs for the first time. */
async function askPolitely(ctx: CallContext, about: string): Promise<string> {
  const answer = await ctx.elicit(form(`May I know ${about}?`, { it: field.string() }));
  return answer.action === "accept" ? answer.content.it : "nothing";
}

const cases: Readonly<Record<string, Case>> = {
  "one ask": {
    handler: async (ctx) => {
      const answer = await ctx.elicit(guests);
      return answer.action === "accept" ? `${answer.content.guests} guests` : answer.action;
    },
    says: threeSaid,
    text: "2 guests",
    effects: [],
    asked: ["How many?"],
  },
  "three in sequence": {
    handler: three,
    says: threeSaid,
    text: "2 for Ann on 2026-08-01",
    effects: ["booked"],
    asked: ["How many?", "Whose name?", "Which day?"],
  },
  "a decline at the first": {
    handler: three,
    says: { ...threeSaid, "How many?": decline },
    text: "decline at first",
    effects: [],
    asked: ["How many?"],
  },
  "a decline at the second": {
    handler: three,
    says: { ...threeSaid, "Whose name?": decline },
    text: "decline then",
    effects: [],
    asked: ["How many?", "Whose name?"],
  },
  "a decline at the third": {
    handler: three,
    says: { ...threeSaid, "Which day?": decline },
    text: "decline at last",
    effects: [],
    asked: ["How many?", "Whose name?", "Which day?"],
  },
  "two at once": {
    handler: async (ctx) => {
      const [first, second] = await Promise.all([ctx.elicit(guests), ctx.elicit(name)]);
      return `${JSON.stringify(first)} ${JSON.stringify(second)}`;
    },
    says: { ...threeSaid, "Whose name?": { action: "cancel" } },
    text: '{"action":"accept","content":{"guests":2}} {"action":"cancel","reason":"dismissed"}',
    effects: [],
    asked: ["How many?", "Whose name?"],
  },
  "equal questions at once": {
    handler: async (ctx) => String(await Promise.all([ctx.confirm("Sure?"), ctx.confirm("Sure?")])),
    says: { "Sure?": [no, yes] },
    text: "false,true",
    effects: [],
    asked: ["Sure?", "Sure?"],
  },
  "an ask inside a loop": {
    handler: async (ctx, effect) => {
      let rounds = 0;
      while (await ctx.confirm("Another one?")) {
        rounds += 1;
        await ctx.step(`pour ${rounds}`, () => effect(`poured ${rounds}`));
      }
      return `${rounds} cups`;
    },
    says: { "Another one?": [yes, yes, yes, no] },
    text: "3 cups",
    effects: ["poured 1", "poured 2", "poured 3"],
    asked: ["Another one?", "Another one?", "Another one?", "Another one?"],
  },
  "an ask after a step": {
    handler: async (ctx, effect) => {
      const held = await ctx.step("hold", async () => {
        await turn();
        effect("held");
        return { table: 7, at: new Date(0) };
      });
      const isSure = await ctx.confirm(`Table ${held.table}?`);
      return `${isSure} ${held.at}`;
    },
    says: { "Table 7?": yes },
    text: "true 1970-01-01T00:00:00.000Z",
    effects: ["held"],
    asked: ["Table 7?"],
  },
  "asks in try, catch and finally": {
    handler: async (ctx, effect) => {
      const trail: string[] = [];
      try {
        trail.push(String(await ctx.confirm("Try?")));
        throw new Error("on purpose");
      } catch (error) {
        trail.push(error instanceof Error ? error.message : "");
        trail.push(String(await ctx.confirm("Catch?")));
      } finally {
        trail.push(String(await ctx.confirm("Finally?")));
        effect("cleaned up");
      }
      return trail.join();
    },
    says: { "Try?": yes, "Catch?": no, "Finally?": yes },
    text: "true,on purpose,false,true",
    effects: ["cleaned up"],
    asked: ["Try?", "Catch?", "Finally?"],
  },
  "catch and finally around an ask": {
    handler: async (ctx, effect) => {
      try {
        return `it is ${await ctx.confirm("Sure?")}`;
      } catch {
        effect("caught");
        return "caught";
      } finally {
        effect("finally");
      }
    },
    says: { "Sure?": yes },
    text: "it is true",
    effects: ["finally"],
    asked: ["Sure?"],
  },
  "an ask that is awaited late": {
    handler: async (ctx, effect) => {
      const asked = ctx.elicit(guests);
      const menu = await ctx.step("menu", async () => {
        await turn();
        effect("cooked");
        return "soup";
      });
      const wine = await ctx.confirm("Wine?");
      const answer = await asked;
      return `${menu} ${wine} ${answer.action === "accept" && answer.content.guests}`;
    },
    says: { ...threeSaid, "Wine?": yes },
    text: "soup true 2",
    effects: ["cooked"],
    asked: ["How many?", "Wine?"],
  },
  "asks in a helper function": {
    handler: async (ctx) =>
      `${await askPolitely(ctx, "your name")} of ${await askPolitely(ctx, "your town")}`,
    says: { "May I know your name?": accept({ it: "Ann" }), "May I know your town?": decline },
    text: "Ann of nothing",
    effects: [],
    asked: ["May I know your name?", "May I know your town?"],
  },
  "a step that throws": {
    handler: async (ctx, effect) => {
      const failed = await ctx
        .step("charge", () => {
          effect("charged");
          throw Object.assign(new RangeError("no money"), { code: "E_MONEY" });
        })
        .catch((error: unknown) => error);
      const isAgain = await ctx.confirm("Go on?");
      if (!(failed instanceof StepError)) return "no step error";
      return `${failed.name} ${failed.message} ${failed.code} ${failed.step} ${isAgain}`;
    },
    says: { "Go on?": yes },
    text: "RangeError no money E_MONEY charge true",
    effects: ["charged"],
    asked: ["Go on?"],
  },
  "a step that runs while an ask is open": {
    handler: async (ctx, effect) => {
      const [isSure, cooked] = await Promise.all([
        ctx.confirm("Sure?"),
        ctx.step("cook", async () => {
          for (let turns = 0; turns < 5; turns += 1) await turn();
          effect("cooked");
          return "soup";
        }),
      ]);
      return `${isSure} ${cooked}`;
    },
    says: { "Sure?": yes },
    text: "true soup",
    effects: ["cooked"],
    asked: ["Sure?"],
  },
  "a step that fails while an ask is open": {
    handler: async (ctx, effect) => {
      try {
        await Promise.all([
          ctx.confirm("Sure?"),
          ctx.step("cook", async () => {
            await turn();
            effect("burned");
            throw new Error("fire");
          }),
        ]);
        return "not reached";
      } catch (error) {
        return `${await ctx.confirm("Call somebody?")} ${error}`;
      }
    },
    says: { "Sure?": yes, "Call somebody?": yes },
    text: "true Error: fire",
    effects: ["burned"],
    asked: ["Sure?", "Call somebody?"],
  },
  "choices, and the client's own words": {
    handler: async (ctx) => {
      const one = await ctx.choose("Which?", { a: "Apple", b: "Pear" });
      const several = await ctx.choose("Which ones?", ["x", "y", "z"], { several: true, min: 2 });
      const words = await ctx.sample({ messages: [], maxTokens: 10 });
      const [root] = await ctx.roots();
      return JSON.stringify([one, several, words.content, root?.uri]);
    },
    says: {
      "Which?": accept({ choice: "b" }),
      "Which ones?": accept({ choice: ["z", "x"] }),
      "sampling/createMessage": {
        role: "assistant",
        model: "m",
        content: { type: "text", text: "words" },
      },
      "roots/list": { roots: [{ uri: "file:///home" }] },
    },
    text: '[{"action":"accept","content":"b"},{"action":"accept","content":["z","x"]},{"type":"text","text":"words"},"file:///home"]',
    effects: [],
    asked: ["Which?", "Which ones?", "sampling/createMessage", "roots/list"],
  },
  "no ask at all": {
    handler: async (ctx, effect) => {
      await ctx.step("once", () => effect("once"));
      return "done";
    },
    says: {},
    text: "done",
    effects: ["once"],
    asked: [],
  },
};

describe.each(engines)("on an engine that %s", (_engine, createEngine) => {
  describe.each(Object.entries(cases))("%s", (_what, { handler, says, text, effects, asked }) => {
    it.each(wires)("comes to the same for %s", async (_name, open) => {
      const server = createServer({ name: "test", version: "1.0.0", engine: createEngine() });
      const happened: string[] = [];
      server.tool("do", {}, (_input, ctx) => handler(ctx, (effect) => happened.push(effect)));
      const person: Person = scripted(says);
      const played = await play(await open(server), "do", person);
      expect(played.text).toBe(text);
      expect(played.isError).toBe(false);
      expect(happened).toEqual(effects);
      expect(played.questions.map(({ message }) => message)).toEqual(asked);
      await server.close();
    });
  });
});
