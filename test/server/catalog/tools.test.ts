// Defining tools: what is refused, and in which words.

import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createServer, type Server } from "../../../src/index.js";
import { modern } from "../speak.js";

const make = (): Server => createServer({ name: "test", version: "1.0.0" });
const handler = (): string => "done";

/** A definition as a program without types could give it. */
const define = (name: unknown, definition: unknown, run: unknown = handler): Error => {
  try {
    make().tool(name as string, definition as object, run as () => string);
  } catch (error) {
    return error as Error;
  }
  throw new Error("It was accepted.");
};

describe("a tool's name", () => {
  it.each(["a", "A-b_c.9", "x".repeat(128)])("may be %j", (name) => {
    const server = make();
    server.tool(name, {}, handler);
    expect(server.tools.names()).toEqual([name]);
  });

  it.each(["", "x".repeat(129), "two words", "größe", "a/b", "a,b", undefined, 7])("cannot be %j", (name) => {
    expect(define(name, {})).toMatchObject({
      code: "invalid-definition",
      message: `${JSON.stringify(name)} cannot be the name of a tool: use 1 to 128 letters, digits, underscores, dots or hyphens.`,
    });
  });

  it("cannot be taken twice", () => {
    const server = make();
    server.tool("one", {}, handler);
    expect(() => server.tool("one", {}, handler)).toThrow(
      "There is a tool named one already. Use replace to change it.",
    );
  });

  it("must be known to be replaced or removed", () => {
    const server = make();
    const complaint =
      "There is no tool named one. Define it with server.tool; server.tools.names() tells those there are.";
    expect(() => server.tools.replace("one", {}, handler)).toThrow(complaint);
    expect(() => server.tools.remove("one")).toThrow(complaint);
  });
});

describe("a tool's definition", () => {
  it.each([
    ["a handler that is none", {}, "soon", "its handler is no function"],
    [
      "an input that is a list",
      { input: { type: "array" } },
      handler,
      'its input schema must have the type "object"',
    ],
    [
      "a Standard Schema that is no object",
      { input: z.string() },
      handler,
      'its input schema must have the type "object"',
    ],
    [
      "a timeout of nothing",
      { timeoutMs: 0 },
      handler,
      "timeoutMs must be a number of milliseconds above 0, and at most a hundred years, not “0”",
    ],
    [
      "an endless timeout",
      { timeoutMs: Infinity },
      handler,
      "timeoutMs must be a number of milliseconds above 0, and at most a hundred years, not “Infinity”",
    ],
  ])("cannot have %s", (_what, definition, run, problem) => {
    expect(define("bad", definition, run)).toMatchObject({
      code: "invalid-definition",
      message: `The tool bad cannot be defined: ${problem}.`,
    });
  });

  it.each([
    ["a number", 5],
    ["text", "object"],
    ["a list", []],
    ["null", null],
  ])("cannot have %s for a schema", (_what, input) => {
    expect(define("bad", { input })).toMatchObject({
      code: "invalid-definition",
      message: "The input of the tool bad is neither a Standard Schema nor a JSON Schema object.",
    });
  });

  it("changes nothing when it is refused", () => {
    const server = make();
    server.tool("kept", { description: "old" }, handler);
    expect(() => server.tools.replace("kept", { timeoutMs: -1 }, handler)).toThrow();
    expect(server.tools.names()).toEqual(["kept"]);
  });
});

describe("x-mcp-header", () => {
  const annotate = (properties: object): object => ({ input: { type: "object", properties } });
  it.each([
    [
      "no token",
      { a: { type: "string", "x-mcp-header": "two words" } },
      "x-mcp-header of a is no HTTP token",
    ],
    ["no text", { a: { type: "string", "x-mcp-header": 5 } }, "x-mcp-header of a is no HTTP token"],
    [
      "on a number",
      { a: { type: "number", "x-mcp-header": "A" } },
      "x-mcp-header of a needs the type string, integer or boolean",
    ],
    [
      "on an object",
      { a: { type: "object", "x-mcp-header": "A" } },
      "x-mcp-header of a needs the type string, integer or boolean",
    ],
    [
      "there twice, whatever its case",
      { a: { type: "string", "x-mcp-header": "A" }, b: { type: "string", "x-mcp-header": "a" } },
      "x-mcp-header a stands twice",
    ],
    [
      "inside a list",
      { a: { type: "array", items: { type: "string", "x-mcp-header": "A" } } },
      "x-mcp-header is allowed only on properties reached through `properties` alone",
    ],
    [
      "inside a choice",
      { a: { anyOf: [{ type: "string", "x-mcp-header": "A" }] } },
      "x-mcp-header is allowed only on properties reached through `properties` alone",
    ],
  ])("cannot be %s", (_what, properties, problem) => {
    expect(define("bad", annotate(properties)).message).toBe(`The tool bad cannot be defined: ${problem}.`);
  });

  it("may stand on nested properties, and is shown to clients", async () => {
    const server = make();
    const nested = { type: "object", properties: { c: { type: "boolean", "x-mcp-header": "C" } } } as const;
    server.tool("good", { input: { type: "object", properties: { b: nested } } }, handler);
    const { result } = await modern(server, "tools/list");
    expect(result).toMatchObject({ tools: [{ inputSchema: { properties: { b: nested } } }] });
  });
});

describe("a tool's listing", () => {
  it("has everything that its definition says", async () => {
    const server = make();
    server.tool(
      "full",
      {
        title: "Full",
        description: "Has it all",
        input: z.object({ day: z.string().describe("A day") }),
        output: { type: "object", properties: { ok: { type: "boolean" } } },
        annotations: { readOnlyHint: true },
        icons: [{ src: "https://example.com/i.png" }],
        meta: { "com.example/kind": "demo" },
      },
      () => ({ ok: true }),
    );
    const { result } = await modern(server, "tools/list");
    expect(result.tools).toEqual([
      {
        name: "full",
        title: "Full",
        description: "Has it all",
        inputSchema: expect.objectContaining({
          type: "object",
          properties: { day: { type: "string", description: "A day" } },
          required: ["day"],
        }),
        outputSchema: { type: "object", properties: { ok: { type: "boolean" } } },
        annotations: { readOnlyHint: true },
        icons: [{ src: "https://example.com/i.png" }],
        _meta: { "com.example/kind": "demo" },
      },
    ]);
  });

  it("says that a tool without input takes no arguments", async () => {
    const server = make();
    server.tool("bare", {}, handler);
    const { result } = await modern(server, "tools/list");
    expect(result.tools).toEqual([
      { name: "bare", inputSchema: { type: "object", additionalProperties: false } },
    ]);
  });
});
