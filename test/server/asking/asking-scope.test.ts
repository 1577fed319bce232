// The short ways to ask, and the places one can ask from.

import { describe, expect, it } from "vitest";
import { allow, createServer, field, type LaterHandle, type Server, url } from "../../../src/index.js";
import { engines } from "../async-engine.js";
import {
  accept,
  capabilities,
  decline,
  legacyWire,
  modernWire,
  no,
  play,
  playRequest,
  scripted,
  wires,
  yes,
} from "./play.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const make = (): Server => createServer({ name: "test", version: "1.0.0", logger: quiet });

const firstText = (contents: readonly object[]): string => {
  const [first] = contents;
  return first !== undefined && "text" in first ? String(first.text) : "";
};

describe.each(wires)("for %s", (_name, open) => {
  describe("ctx.confirm", () => {
    it.each([
      ["accept with true", yes, "true"],
      ["accept with false", no, "false"],
      ["decline", decline, "false"],
      ["cancel", { action: "cancel" }, "false"],
    ])("is what it should be for %s", async (_said, says, expected) => {
      const server = make();
      server.tool("ask", {}, async (_input, ctx) => String(await ctx.confirm("Sure?")));
      expect((await play(await open(server), "ask", () => says)).text).toBe(expected);
    });

    it("is asked again after an accept without the answer, and is false when it never comes", async () => {
      const server = make();
      server.tool("ask", {}, async (_input, ctx) => String(await ctx.confirm("Sure?")));
      const played = await play(await open(server), "ask", () => accept({}));
      expect([played.text, played.questions.length]).toEqual(["false", 4]);
    });

    it("asks for one required boolean without a default", async () => {
      const server = make();
      server.tool("ask", {}, async (_input, ctx) => String(await ctx.confirm("Sure?")));
      const { questions } = await play(await open(server), "ask", () => yes);
      expect(questions[0]?.params).toMatchObject({
        message: "Sure?",
        requestedSchema: {
          type: "object",
          properties: { confirmed: { type: "boolean" } },
          required: ["confirmed"],
        },
      });
      expect(JSON.stringify(questions[0]?.params)).not.toContain("default");
    });
  });

  describe("ctx.choose", () => {
    it.each([
      ["a value", accept({ choice: "b" }), '{"action":"accept","content":"b"}'],
      ["a no", decline, '{"action":"decline"}'],
      ["nothing", { action: "cancel" }, '{"action":"cancel","reason":"dismissed"}'],
    ])("of one gives %s", async (_what, says, expected) => {
      const server = make();
      server.tool("ask", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.choose("Which?", { a: "Apple", b: "Pear" })),
      );
      expect((await play(await open(server), "ask", () => says)).text).toBe(expected);
    });

    it("of one takes nothing that was not offered", async () => {
      const server = make();
      server.tool("ask", {}, async (_input, ctx) => JSON.stringify(await ctx.choose("Which?", ["a", "b"])));
      const said = [accept({ choice: "c" }), accept({ choice: ["a"] }), accept({ choice: "a" })];
      let count = 0;
      const played = await play(await open(server), "ask", () => said[count++]);
      expect(played.text).toBe('{"action":"accept","content":"a"}');
      expect(played.questions[1]?.message).toContain("Please correct");
    });

    it("of several gives a list, as many as were asked for", async () => {
      const server = make();
      server.tool("ask", {}, async (_input, ctx) =>
        JSON.stringify(
          await ctx.choose("Which ones?", ["a", "b", "c"], {
            several: true,
            min: 1,
            max: 2,
            title: "Letters",
          }),
        ),
      );
      const said = [
        accept({ choice: [] }),
        accept({ choice: ["a", "b", "c"] }),
        accept({ choice: ["c", "a"] }),
      ];
      let count = 0;
      const played = await play(await open(server), "ask", () => said[count++]);
      expect(played.text).toBe('{"action":"accept","content":["c","a"]}');
      expect(JSON.stringify(played.questions[0]?.params)).toContain('"Letters"');
    });
  });

  it("ctx.openUrl until consent is accept as soon as the person goes there", async () => {
    const server = make();
    server.tool("ask", {}, async (_input, ctx) => {
      const answer = await ctx.openUrl("Look.", (id) => `https://example.com/${id}`, { until: "consent" });
      return JSON.stringify(answer);
    });
    const played = await play(await open(server), "ask", () => ({ action: "accept" }));
    expect(played.text).toBe('{"action":"accept"}');
    expect(played.questions[0]?.params).toMatchObject({ mode: "url", message: "Look." });
  });

  it("a prompt can ask", async () => {
    const server = make();
    server.prompt("ask", {}, async (_values, ctx) => `It is ${await ctx.confirm("Sure?")}.`);
    const wire = await open(server);
    const { message, questions } = await playRequest(wire, "prompts/get", { name: "ask" }, () => yes);
    expect(questions).toHaveLength(1);
    expect(message.result).toMatchObject({ messages: [{ content: { text: "It is true." } }] });
  });

  it("a resource can ask, and what comes of it is private", async () => {
    const server = make();
    server.resource(
      "ask",
      { uri: "ask:///{what}", cache: { scope: "public", ttlMs: 1000 } },
      async ({ what }, ctx) => `${what} ${await ctx.confirm("Sure?")}`,
    );
    const wire = await open(server);
    const { message } = await playRequest(wire, "resources/read", { uri: "ask:///tea" }, () => yes);
    expect(message.result).toMatchObject({ contents: [{ uri: "ask:///tea", text: "tea true" }] });
    if (wire.era === "modern") expect(message.result).toMatchObject({ cacheScope: "private" });
  });

  it("ctx.readResource asks on behalf of the call", async () => {
    const server = make();
    server.resource("ask", { uri: "ask:///{what}" }, async ({ what }, ctx) => {
      await ctx.step(`look ${what}`, () => {});
      return `${what} ${await ctx.confirm(`${what}?`)}`;
    });
    server.tool("reads", {}, async (_input, ctx) => {
      const [tea, milk] = await Promise.all([
        ctx.readResource("ask:///tea"),
        ctx.readResource("ask:///milk"),
      ]);
      const isSure = await ctx.confirm("Sure?");
      return `${firstText(tea)}, ${firstText(milk)}, ${isSure}`;
    });
    const played = await play(
      await open(server),
      "reads",
      scripted({ "tea?": yes, "milk?": no, "Sure?": yes }),
    );
    expect(played.text).toBe("tea true, milk false, true");
    expect(played.questions.map(({ message }) => message)).toEqual(["tea?", "milk?", "Sure?"]);
  });

  it("what was put off with ctx.later can ask", async () => {
    const server = make();
    let works = 0;
    server.tool("later", {}, async (_input, ctx) => {
      const isFirst = await ctx.confirm("First?");
      return ctx.later(async () => {
        works += 1;
        await ctx.step("work", () => {});
        const [second, third] = await Promise.all([ctx.confirm("Second?"), ctx.confirm("Third?")]);
        return `${isFirst} ${second} ${third}`;
      });
    });
    const wire = await open(server);
    const played = await play(wire, "later", scripted({ "First?": yes, "Second?": no, "Third?": yes }));
    expect(played.text).toBe("true false true");
    expect(works).toBe(wire.era === "legacy" ? 1 : 2);
  });

  it("a handler that put its result off without work to do can ask as well", async () => {
    const server = make();
    server.tool("later", {}, (_input, ctx) => {
      const handle: LaterHandle = ctx.later();
      void ctx.confirm("Sure?").then((isSure) => handle.respond(`it is ${isSure}`));
      return handle;
    });
    expect((await play(await open(server), "later", () => yes)).text).toBe("it is true");
  });

  it("a context can be taken apart", async () => {
    const server = make();
    server.tool("apart", {}, async (_input, { confirm, step, choose, now, uuid, random, defer }) => {
      defer(() => {});
      const value = await step("a", () => 1);
      const isSure = await confirm("Sure?");
      const which = await choose("Which?", ["a"]);
      return `${value} ${isSure} ${which.action} ${typeof now()} ${typeof uuid()} ${typeof random()}`;
    });
    const person = scripted({ "Sure?": yes, "Which?": accept({ choice: "a" }) });
    expect((await play(await open(server), "apart", person)).text).toBe("1 true accept number string number");
  });

  it.each([
    ["nothing", []],
    ["a number", [5]],
    ["an object that is no question", [{}]],
    ["a message without a schema", ["Name?"]],
    [
      "content of a page that is over at consent",
      [url("Go?", "https://a.example/", { content: { it: field.string() } }), { until: "consent" }],
    ],
    ["options that are none", [{ message: "Name?", requestedSchema: { type: "object", properties: {} } }, 5]],
  ])("ctx.elicit rejects %s, and nobody is asked", async (_what, given) => {
    const server = make();
    server.tool("ask", {}, async (_input, ctx) => {
      // What the types forbid as well.
      const elicit = ctx.elicit as unknown as (...given: readonly unknown[]) => Promise<unknown>;
      return elicit(...given).then(
        () => "asked",
        (error: { readonly code?: unknown }) => String(error.code),
      );
    });
    const played = await play(await open(server), "ask", () => yes);
    expect(played.text).not.toBe("asked");
    expect(played.text).toMatch(/^[a-z-]+$/);
    expect(played.questions).toEqual([]);
  });
});

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  it("a client that cannot be asked leaves nobody to ask", async () => {
    const server = createServer({ name: "test", version: "1.0.0", engine: createEngine(), logger: quiet });
    server.tool("ask", {}, async (_input, ctx) => {
      const answer = await ctx.choose("Which?", ["a"]);
      const failed = await ctx.sample({ messages: [], maxTokens: 1 }).catch((error) => error.code);
      const roots = await ctx.roots().catch((error) => error.code);
      return `${JSON.stringify(answer)} ${await ctx.confirm("Sure?")} ${failed} ${roots}`;
    });
    for (const wire of [await legacyWire(server, {}), modernWire(server, {})]) {
      const played = await play(wire, "ask", () => yes);
      expect(played.questions).toEqual([]);
      expect(played.text).toBe(
        '{"action":"unavailable","reason":"nobody"} false missing-capability missing-capability',
      );
    }
  });
});

it("connect decides anew in every round", async () => {
  let rounds = 0;
  const server = createServer({
    name: "test",
    version: "1.0.0",
    logger: quiet,
    connect: () => {
      rounds += 1;
      return allow({ principal: { id: "ann" }, ...(rounds > 1 && { tools: [] }) });
    },
  });
  server.tool("ask", {}, async (_input, ctx) => String(await ctx.confirm("Sure?")));
  const played = await play(modernWire(server, capabilities), "ask", () => yes);
  expect(rounds).toBe(2);
  expect(played.message.error).toBeDefined();
});
