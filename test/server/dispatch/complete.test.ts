// Completion: values for the arguments of prompts and the variables of templates.

import { describe, expect, it } from "vitest";
import { allow, type Completions, createServer, type Server } from "../../../src/index.js";
import { modern, openSession } from "../speak.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const make = (found: Completions, options: object = {}): Server => {
  const server = createServer({ name: "test", version: "1.0.0", logger: quiet, ...options });
  server.prompt("book", { arguments: { city: { complete: () => found }, day: {} } }, () => "");
  return server;
};

const complete = async (server: Server, ref: object, name = "city", value = "", context?: object) =>
  modern(server, "completion/complete", { ref, argument: { name, value }, ...(context && { context }) });

const completion = async (server: Server, ...rest: [ref?: object, name?: string, value?: string]) =>
  (await complete(server, rest[0] ?? { type: "ref/prompt", name: "book" }, rest[1], rest[2])).result
    .completion;

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `n${index}`);

describe("a completer's values", () => {
  it.each([
    ["all of few values", ["a", "b"], { values: ["a", "b"], total: 2, hasMore: false }],
    ["exactly 100", names(100), { values: names(100), total: 100, hasMore: false }],
    ["the first 100 of many", names(250), { values: names(100), total: 250, hasMore: true }],
    ["values with a total", { values: ["a"], total: 7 }, { values: ["a"], total: 7, hasMore: true }],
    [
      "values that are all there is",
      { values: ["a"], total: 1 },
      { values: ["a"], total: 1, hasMore: false },
    ],
    [
      "values with more of unknown number",
      { values: ["a"], hasMore: true },
      { values: ["a"], hasMore: true },
    ],
    ["too many values with a flag", { values: names(101) }, { values: names(100), hasMore: true }],
    ["none", [], { values: [], total: 0, hasMore: false }],
  ])("are sent: %s", async (_what, found, expected) => {
    expect(await completion(make(found))).toEqual(expected);
  });

  it("that are no strings fail behind an id", async () => {
    for (const found of [[1], "text", { values: [{}] }, undefined]) {
      const server = make(found as unknown as Completions);
      expect((await complete(server, { type: "ref/prompt", name: "book" })).error).toMatchObject({
        code: -32603,
      });
    }
  });

  it("are empty for an argument without a completer", async () => {
    for (const name of ["day", "constructor", "none"])
      expect(await completion(make(["a"]), undefined, name)).toEqual({
        values: [],
        total: 0,
        hasMore: false,
      });
  });
});

describe("a completer", () => {
  it("is given the value so far and the other arguments that are text", async () => {
    const server = createServer({ name: "test", version: "1.0.0" });
    server.resource(
      "street",
      {
        uri: "map:///{city}/{street}",
        complete: { street: (value, ctx) => [`${value} in ${JSON.stringify(ctx.arguments)}`] },
      },
      () => "",
    );
    const reply = await complete(
      server,
      { type: "ref/resource", uri: "map:///{city}/{street}" },
      "street",
      "Ma",
      {
        arguments: { city: "Łódź", other: 5 },
      },
    );
    expect(reply.result.completion).toMatchObject({ values: ['Ma in {"city":"Łódź"}'] });
  });

  it("has no way to send anything", async () => {
    const server = createServer({ name: "test", version: "1.0.0" });
    server.prompt(
      "book",
      {
        arguments: {
          city: {
            complete: (_value, ctx) => ["log", "progress", "later", "release"].filter((key) => key in ctx),
          },
        },
      },
      () => "",
    );
    expect(await completion(server)).toMatchObject({ values: [] });
  });
});

describe("completion", () => {
  it.each([
    ["an unknown prompt", { type: "ref/prompt", name: "none" }, "Unknown prompt: none"],
    ["an unknown template", { type: "ref/resource", uri: "a:/{x}" }, "Unknown resource template: a:/{x}"],
    [
      "an unknown kind",
      { type: "ref/tool", name: "x" },
      "ref must name a prompt (ref/prompt) or a resource template (ref/resource)",
    ],
  ])("refuses %s", async (_what, ref, message) => {
    expect((await complete(make(["a"]), ref)).error).toMatchObject({ code: -32602, message });
  });

  it("refuses what is not allowed as if it were not there", async () => {
    const limited = make(["a"], { connect: () => allow({ prompts: [], resources: ["open"] }) });
    limited.resource("open", { uri: "a:/{x}", complete: { x: () => ["1"] } }, () => "");
    limited.resource("closed", { uri: "b:/{x}", complete: { x: () => ["1"] } }, () => "");
    expect(await completion(limited, { type: "ref/resource", uri: "a:/{x}" }, "x")).toMatchObject({
      values: ["1"],
    });
    expect((await complete(limited, { type: "ref/resource", uri: "b:/{x}" }, "x")).error).toMatchObject({
      message: "Unknown resource template: b:/{x}",
    });
    expect((await complete(limited, { type: "ref/prompt", name: "book" })).error).toMatchObject({
      message: "Unknown prompt: book",
    });
  });

  it("needs an argument with a name and a value", async () => {
    const reply = await modern(make(["a"]), "completion/complete", {
      ref: { type: "ref/prompt", name: "book" },
    });
    expect(reply.error.message).toBe("completion/complete needs an argument with a name and a value");
  });

  it("is a method, and a capability, only where something can be completed", async () => {
    const bare = createServer({ name: "test", version: "1.0.0" });
    bare.prompt("book", { arguments: { city: {} } }, () => "");
    expect((await complete(bare, { type: "ref/prompt", name: "book" })).error.code).toBe(-32601);
    expect((await openSession(bare)).welcome.capabilities).not.toHaveProperty("completions");
    expect((await openSession(make(["a"]))).welcome.capabilities).toHaveProperty("completions");
    expect(
      (await openSession(make(["a"]), { revision: "2024-11-05" })).welcome.capabilities,
    ).not.toHaveProperty("completions");
  });
});
