// Answers that do not fit: invalid, missing, unasked, too many. Section 6 of the design, row by row.

import { describe, expect, it } from "vitest";
import * as z from "zod";
import { field, form, type Server, url } from "../../../src/index.js";
import { engines } from "../async-engine.js";
import type { Message } from "../speak.js";
import {
  ABLE,
  accept,
  answerIn,
  ask,
  callIn,
  makeServer,
  openAbleSession,
  type Round,
  textOf,
  YES,
} from "./talk.js";

const table = form("A table for how many?", {
  guests: field.integer({ title: "Guests", minimum: 1, maximum: 20 }),
  seat: field.choice({ options: { in: "Inside", out: "Terrace" }, default: "in" }),
});
const EMPTY_TABLE = accept({ guests: 0 });

/** The tool `book`, which tells what it got, and how often it got something. */
function addBook(server: Server): unknown[] {
  const got: unknown[] = [];
  server.tool("book", {}, async (_input, ctx) => {
    const answer = await ctx.elicit(table);
    got.push(answer);
    return JSON.stringify(answer);
  });
  return got;
}

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  function make() {
    const server = makeServer({ engine: createEngine() });
    return { server, got: addBook(server) };
  }
  const parsed = ({ text }: Round): unknown => JSON.parse(text);
  const parsedOf = ({ result }: Message): unknown => JSON.parse(textOf(result));

  describe("in the modern era, an answer", () => {
    it("without a value gets the default before it is validated", async () => {
      const { server } = make();
      const { state, key } = await ask(server, "book");
      const done = await ask(server, "book", { state, answers: { [key]: accept({ guests: 2 }) } });
      expect(parsed(done)).toEqual(accept({ guests: 2, seat: "in" }));
    });

    it("that is invalid is asked for again under the same key, with the problems named", async () => {
      const { server, got } = make();
      const { state, key } = await ask(server, "book");
      const again = await ask(server, "book", {
        state,
        answers: { [key]: accept({ guests: 0, seat: "roof" }) },
      });
      expect(again.keys).toEqual([key]);
      expect(again.state).not.toBe(state);
      expect(again.message1).toMatch(/^A table for how many\?\n\nPlease correct:\n- .*guests.*\n- .*seat/s);
      expect(got).toEqual([]);
      const done = await ask(server, "book", {
        state: again.state,
        answers: { [key]: accept({ guests: 2 }) },
      });
      expect(parsed(done)).toMatchObject(accept({ guests: 2 }));
    });

    it("that stays invalid is asked for again three times, then it is `cancel`", async () => {
      const { server, got } = make();
      let round = await ask(server, "book");
      for (let again = 1; again <= 3; again += 1) {
        round = await ask(server, "book", { state: round.state, answers: { [round.key]: EMPTY_TABLE } });
        expect(round.message1).toContain("Please correct");
        expect(got).toEqual([]);
      }
      round = await ask(server, "book", { state: round.state, answers: { [round.key]: EMPTY_TABLE } });
      expect(parsed(round)).toEqual({ action: "cancel", reason: "the answers were invalid" });
    });

    it("that is missing is asked for again as often as it takes, as it was", async () => {
      const { server } = make();
      const first = await ask(server, "book");
      let round = first;
      for (let left = 6; left > 0; left -= 1) {
        round = await ask(server, "book", { state: round.state, ...(left % 2 === 0 && { answers: {} }) });
        expect(round.questions).toEqual(first.questions);
      }
      const done = await ask(server, "book", {
        state: round.state,
        answers: { [first.key]: accept({ guests: 2 }) },
      });
      expect(parsed(done)).toMatchObject({ action: "accept" });
    });

    it.each([
      ["a text", "yes"],
      ["null", null],
      ["a list", [accept({ guests: 2 })]],
      ["an object without action", { content: { guests: 2 } }],
      ["an unknown action", { action: "approve", content: { guests: 2 } }],
      ["content that is no object", { action: "accept", content: "2" }],
      ["content that no form has", { action: "accept", content: { guests: { count: 2 } } }],
      ["a sampling result", { role: "assistant", model: "m", content: { type: "text", text: "2" } }],
    ])("that is none at all is an error, and uses nothing up: %s", async (_which, answer) => {
      const { server, got } = make();
      const { state, key } = await ask(server, "book");
      const refused = await ask(server, "book", { state, answers: { [key]: answer } });
      expect(refused.error.code).toBe(-32602);
      expect(refused.error.message).toContain(key);
      expect(got).toEqual([]);
      const done = await ask(server, "book", { state, answers: { [key]: accept({ guests: 2 }) } });
      expect(parsed(done)).toMatchObject({ action: "accept" });
    });

    it.each(["answers", 1, [], null])("that does not come by its key is an error: %j", async (answers) => {
      const { server, got } = make();
      const { state } = await ask(server, "book");
      expect((await ask(server, "book", { state, answers })).error.code).toBe(-32602);
      expect((await ask(server, "book", { answers })).error.code).toBe(-32602);
      expect(got).toEqual([]);
    });

    it("under a key that was not asked is ignored", async () => {
      const { server } = make();
      const { state, key } = await ask(server, "book");
      const answers = { other: "nonsense", [key]: accept({ guests: 2 }), __proto__x: 1 };
      expect(parsed(await ask(server, "book", { state, answers }))).toMatchObject({ action: "accept" });
    });

    it("loses the fields that were not asked for", async () => {
      const { server } = make();
      const { state, key } = await ask(server, "book");
      const answers = { [key]: accept({ guests: 2, admin: true, constructor: "x" }) };
      expect(parsed(await ask(server, "book", { state, answers }))).toEqual(
        accept({ guests: 2, seat: "in" }),
      );
    });

    it("is kept while the others of its round are missing or invalid", async () => {
      const { server } = make();
      server.tool("pair", {}, async (_input, ctx) => {
        const pair = await Promise.all([
          ctx.elicit(table, { key: "table" }),
          ctx.confirm("Sure?", { key: "sure" }),
        ]);
        return JSON.stringify(pair);
      });
      const one = await ask(server, "pair");
      expect(one.keys).toEqual(["table", "sure"]);
      const two = await ask(server, "pair", { state: one.state, answers: { sure: YES } });
      expect(two.keys).toEqual(["table"]);
      const three = await ask(server, "pair", { state: two.state, answers: { table: EMPTY_TABLE } });
      expect(three.keys).toEqual(["table"]);
      const done = await ask(server, "pair", {
        state: three.state,
        answers: { table: accept({ guests: 2 }) },
      });
      expect(parsed(done)).toEqual([accept({ guests: 2, seat: "in" }), true]);
    });

    it("is kept while an earlier one, which is before its question, takes long to be checked again", async () => {
      const { server } = make();
      const slow = z.object({ count: z.number() }).refine(async () => {
        for (let left = 10; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
        return true;
      });
      server.tool("branches", {}, async (_input, ctx) => {
        const left = async () => [
          await ctx.elicit("A?", slow, { key: "a" }),
          await ctx.confirm("C?", { key: "c" }),
        ];
        const right = async () => {
          const given: boolean[] = [];
          for (const key of ["b1", "b2", "b3"]) given.push(await ctx.confirm(`${key}?`, { key }));
          return given;
        };
        return JSON.stringify(await Promise.all([left(), right()]));
      });
      const one = await ask(server, "branches");
      expect(one.keys).toEqual(["a", "b1"]);
      const two = await ask(server, "branches", {
        state: one.state,
        answers: { a: accept({ count: 1 }), b1: YES },
      });
      expect(two.keys.toSorted()).toEqual(["b2", "c"]);
      const three = await ask(server, "branches", { state: two.state, answers: { b2: YES, c: YES } });
      expect(three.keys).toEqual(["b3"]);
      const done = await ask(server, "branches", { state: three.state, answers: { b3: YES } });
      expect(parsed(done)).toEqual([
        [accept({ count: 1 }), true],
        [true, true, true],
      ]);
    });

    it("that a schema's own refinement refuses is asked for again", async () => {
      const { server } = make();
      const even = z.object({
        count: z
          .number()
          .int()
          .refine((count) => count % 2 === 0, "must be even"),
      });
      server.tool("even", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit("An even number?", even)),
      );
      const one = await ask(server, "even");
      const two = await ask(server, "even", {
        state: one.state,
        answers: { [one.key]: accept({ count: 3 }) },
      });
      expect(two.message1).toContain("must be even");
      const done = await ask(server, "even", {
        state: two.state,
        answers: { [one.key]: accept({ count: 4 }) },
      });
      expect(parsed(done)).toEqual(accept({ count: 4 }));
    });
  });

  describe("in the modern era, an answer without a state", () => {
    it("is taken for a form whose key it names, and validated", async () => {
      const { server } = make();
      const { key } = await ask(server, "book");
      const done = await ask(server, "book", { answers: { [key]: accept({ guests: 2 }) } });
      expect(parsed(done)).toMatchObject(accept({ guests: 2 }));
      const again = await ask(server, "book", { answers: { [key]: EMPTY_TABLE } });
      expect(again.message1).toContain("Please correct");
    });

    it("is taken for sampling and roots", async () => {
      const { server } = make();
      server.tool("both", {}, async (_input, ctx) => {
        const request = { messages: [], maxTokens: 10 };
        const [sample, roots] = await Promise.all([
          ctx.sample(request, { key: "sample" }),
          ctx.roots({ key: "roots" }),
        ]);
        return JSON.stringify([sample.model, roots.length]);
      });
      const answers = {
        sample: { role: "assistant", model: "m", content: { type: "text", text: "hello" } },
        roots: { roots: [{ uri: "file:///a" }] },
      };
      expect(parsed(await ask(server, "both", { answers }))).toEqual(["m", 1]);
      const half = await ask(server, "both", { answers: { roots: answers.roots } });
      expect(half.keys).toEqual(["sample"]);
    });

    it("under another key is asked for", async () => {
      const { server } = make();
      expect((await ask(server, "book", { answers: { guess: accept({ guests: 2 }) } })).isAsking).toBe(true);
    });

    it("is taken in the first round only: what comes up later is asked", async () => {
      const { server } = make();
      server.tool("two", {}, async (_input, ctx) => {
        await ctx.confirm("One?", { key: "one" });
        await ctx.confirm("Two?", { key: "two" });
        return "done";
      });
      const one = await ask(server, "two");
      const two = await ask(server, "two", { state: one.state, answers: { one: YES, two: YES } });
      expect(two.keys).toEqual(["two"]);
    });

    it("that is none at all is an error", async () => {
      const { server, got } = make();
      const { key } = await ask(server, "book");
      expect((await ask(server, "book", { answers: { [key]: "yes" } })).error.code).toBe(-32602);
      expect(got).toEqual([]);
    });

    it("is never taken for a page", async () => {
      const { server } = make();
      for (const until of ["completion", "consent"] as const)
        server.tool(until, {}, async (_input, ctx) => {
          const page = url("Go there.", (id) => `https://example.com/${id}`);
          return (await ctx.elicit(page, { key: "page", until })).action;
        });
      for (const name of ["completion", "consent"]) {
        const round = await ask(server, name, { answers: { page: { action: "accept" } } });
        expect(round.keys).toEqual(["page"]);
      }
    });

    it("is never taken for what is asked of somebody else, or of the responder", async () => {
      const asked: string[] = [];
      const server = makeServer({
        engine: createEngine(),
        responder: Object.assign(
          async ({ key }: { key: string }) => {
            asked.push(key);
            return { action: "decline" } as const;
          },
          { modes: ["form"] as const },
        ),
      });
      server.tool("other", {}, async (_input, ctx) =>
        String(await ctx.confirm("Sure?", { key: "other", audience: "bob" })),
      );
      server.tool("responder", {}, async (_input, ctx) =>
        String(await ctx.confirm("Sure?", { key: "responder" })),
      );
      expect((await ask(server, "other", { answers: { other: YES } })).text).toBe("false");
      const unable = await ask(server, "responder", { answers: { responder: YES }, capabilities: {} });
      expect(unable.text).toBe("false");
      expect(asked).toEqual(["other", "responder"]);
    });

    it("is not taken from a client that cannot be asked at all", async () => {
      const { server } = make();
      const { key } = await ask(server, "book");
      const done = await ask(server, "book", { answers: { [key]: accept({ guests: 2 }) }, capabilities: {} });
      expect(parsed(done)).toEqual({ action: "unavailable", reason: "nobody" });
    });
  });

  describe("in the legacy era, an answer", () => {
    async function start() {
      const { server, got } = make();
      const session = await openAbleSession(server);
      return { session, got, stream: await callIn(session, "book") };
    }

    it("without a value gets the default before it is validated", async () => {
      const { session, stream } = await start();
      await answerIn(session, await stream.message(), accept({ guests: 2 }));
      expect(parsedOf(await stream.message())).toEqual(accept({ guests: 2, seat: "in" }));
    });

    it("that is invalid is asked for again as a new attempt, with the problems named", async () => {
      const { session, stream, got } = await start();
      const first = await stream.message();
      await answerIn(session, first, EMPTY_TABLE);
      const second = await stream.message();
      expect(second.id).not.toBe(first.id);
      expect(second.params?.message).toMatch(/^A table for how many\?\n\nPlease correct:\n- .*guests/s);
      expect(got).toEqual([]);
      // The first question is settled: what still comes for it is ignored.
      expect((await answerIn(session, first, accept({ guests: 9 }))).status).toBe(202);
      await answerIn(session, second, accept({ guests: 2 }));
      expect(parsedOf(await stream.message())).toMatchObject(accept({ guests: 2 }));
    });

    it("that stays invalid is asked for again three times, each with an id of its own, then it is `cancel`", async () => {
      const { session, stream } = await start();
      const ids = new Set<unknown>();
      for (let asked = 0; asked < 4; asked += 1) {
        const question = await stream.message();
        expect(question.method).toBe("elicitation/create");
        ids.add(question.id);
        await answerIn(session, question, EMPTY_TABLE);
      }
      expect(ids.size).toBe(4);
      expect(parsedOf(await stream.message())).toEqual({
        action: "cancel",
        reason: "the answers were invalid",
      });
    });

    it("loses the fields that were not asked for", async () => {
      const { session, stream } = await start();
      await answerIn(session, await stream.message(), accept({ guests: 2, admin: true }));
      expect(parsedOf(await stream.message())).toEqual(accept({ guests: 2, seat: "in" }));
    });
  });
});

describe("`confirm`", () => {
  it.each([
    ["accept with true", accept({ confirmed: true }), "true"],
    ["accept with false", accept({ confirmed: false }), "false"],
    ["decline", { action: "decline" }, "false"],
    ["cancel", { action: "cancel" }, "false"],
  ])("is true for a yes only: %s", async (_which, answer, heard) => {
    const server = makeServer();
    server.tool("sure", {}, async (_input, ctx) => String(await ctx.confirm("Sure?")));
    const { state, key } = await ask(server, "sure", { capabilities: ABLE });
    expect((await ask(server, "sure", { state, answers: { [key]: answer } })).text).toBe(heard);
  });

  it("has no default: an empty accept is asked again", async () => {
    const server = makeServer();
    server.tool("sure", {}, async (_input, ctx) => String(await ctx.confirm("Sure?")));
    const { state, key } = await ask(server, "sure");
    expect((await ask(server, "sure", { state, answers: { [key]: accept() } })).isAsking).toBe(true);
  });
});
