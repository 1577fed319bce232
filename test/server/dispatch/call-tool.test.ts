// Calling tools: what runs, what is checked before and after, and what becomes of every return value.

import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  audio,
  createServer,
  embeddedResource,
  image,
  type Logger,
  RpcError,
  resourceLink,
  type Server,
  type ServerOptions,
  ToolError,
  text,
  toolError,
} from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { callTool, modern, openSession } from "../speak.js";

/** A server whose log can be read. */
function make(options: Partial<ServerOptions> = {}): Server & { readonly lines: unknown[] } {
  const lines: unknown[] = [];
  const error: Logger["error"] = (message, fields) => lines.push({ message, ...fields });
  const logger: Logger = { debug() {}, info() {}, warn() {}, error };
  return Object.assign(createServer({ name: "test", version: "1.0.0", logger, ...options }), { lines });
}

describe("arguments", () => {
  it("may be absent where none are needed", async () => {
    const server = make();
    server.tool("bare", {}, (input) => JSON.stringify(input));
    expect((await callTool(server, "bare")).result.content).toEqual([{ type: "text", text: "{}" }]);
    expect((await callTool(server, "bare", {})).result.content).toEqual([{ type: "text", text: "{}" }]);
  });

  it("are refused where none are taken", async () => {
    const server = make();
    server.tool("bare", {}, () => "ran");
    expect((await callTool(server, "bare", { a: 1, b: 2 })).result).toEqual(
      expect.objectContaining({
        isError: true,
        content: [
          {
            type: "text",
            text: "Invalid arguments for bare:\n- a: is not expected; there are no arguments\n- b: is not expected; there are no arguments",
          },
        ],
      }),
    );
  });

  it("that are no object are an error of the protocol", async () => {
    const server = make();
    server.tool("bare", {}, () => "ran");
    const reply = await modern(server, "tools/call", { name: "bare", arguments: [] });
    expect(reply.error).toMatchObject({ code: -32602, message: "arguments must be an object" });
  });

  it("of a tool that is not there are an error of the protocol", async () => {
    const server = make();
    server.tool("bare", {}, () => "ran");
    expect((await callTool(server, "none")).error).toEqual({ code: -32602, message: "Unknown tool: none" });
    expect((await modern(server, "tools/call", {}, { headers: { "mcp-name": "x" } })).error).toMatchObject({
      code: -32602,
    });
  });
});

describe("without an output schema", () => {
  it.each([
    ["text", "hi", { content: [{ type: "text", text: "hi" }] }],
    ["nothing", undefined, { content: [] }],
    ["a content block", text("hi"), { content: [{ type: "text", text: "hi" }] }],
    [
      "content blocks of every kind",
      [
        text("t", { annotations: { priority: 1 } }),
        image(new Uint8Array([1]), "image/png"),
        audio("AQ==", "audio/wav"),
        embeddedResource({ uri: "a:/x", text: "x" }),
        resourceLink("a:/y", "y"),
      ],
      {
        content: [
          { type: "text", text: "t", annotations: { priority: 1 } },
          { type: "image", data: "AQ==", mimeType: "image/png" },
          { type: "audio", data: "AQ==", mimeType: "audio/wav" },
          { type: "resource", resource: { uri: "a:/x", text: "x" } },
          { type: "resource_link", uri: "a:/y", name: "y" },
        ],
      },
    ],
    ["no content blocks", [], { content: [] }],
    ["an object", { a: 1 }, { content: [{ type: "text", text: '{"a":1}' }], structuredContent: { a: 1 } }],
    [
      "an object that only looks like content",
      { type: "text", size: 5 },
      {
        content: [{ type: "text", text: '{"type":"text","size":5}' }],
        structuredContent: { type: "text", size: 5 },
      },
    ],
    [
      "a whole result",
      { content: [text("hi")], _meta: { a: 1 } },
      { content: [{ type: "text", text: "hi" }], _meta: expect.objectContaining({ a: 1 }) },
    ],
    ["a tool error", toolError("no"), { content: [{ type: "text", text: "no" }], isError: true }],
  ])("a handler may return %s", async (_what, returned, expected) => {
    for (const handler of [() => returned, async () => returned]) {
      const server = make();
      server.tool("it", {}, handler);
      expect((await callTool(server, "it")).result).toMatchObject(expected);
    }
  });

  it.each([
    ["a number", 5, "returned a number"],
    ["a boolean", true, "returned a boolean"],
    ["a list of other things", [1, 2], "returned an array that is no content"],
    [
      "a block that lacks something",
      [{ type: "image", data: "AQ==" }],
      "returned an array that is no content",
    ],
  ])("a handler that returns %s fails, and the log says why", async (_what, returned, said) => {
    const server = make();
    server.tool("it", {}, () => returned as unknown as string);
    const { result } = await callTool(server, "it");
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^The tool failed \(error [0-9a-f]{12}\)\.$/) }],
    });
    expect(server.lines).toMatchObject([
      { error: { code: "invalid-result", message: expect.stringContaining(`The tool it ${said}.`) } },
    ]);
  });
});

describe("with an output schema", () => {
  const output = z.object({ sum: z.number() });

  it("the value becomes structured content with its text mirror", async () => {
    const server = make();
    server.tool("sum", { output }, () => ({ sum: 3 }));
    expect((await callTool(server, "sum")).result).toMatchObject({
      content: [{ type: "text", text: '{"sum":3}' }],
      structuredContent: { sum: 3 },
    });
  });

  it("a whole result keeps its own content", async () => {
    const server = make();
    server.tool("sum", { output }, () => ({ content: [text("three")], structuredContent: { sum: 3 } }));
    expect((await callTool(server, "sum")).result).toMatchObject({
      content: [{ type: "text", text: "three" }],
      structuredContent: { sum: 3 },
    });
  });

  it("a value may have a content of its own", async () => {
    const server = make();
    server.tool("pages", { output: z.object({ content: z.array(z.string()) }) }, () => ({ content: [] }));
    expect((await callTool(server, "pages")).result.structuredContent).toEqual({ content: [] });
  });

  it("a tool error passes unchecked", async () => {
    const server = make();
    server.tool("sum", { output }, () => toolError("no sum today"));
    expect((await callTool(server, "sum")).result).toMatchObject({
      isError: true,
      content: [{ text: "no sum today" }],
    });
  });

  it.each([
    ["of another shape", { sum: "3" }, "sum"],
    ["that is missing", undefined, "value"],
    ["in a whole result that does not fit", { content: [], structuredContent: { sum: "x" } }, "sum"],
  ])("a value %s fails, and only the log says how", async (_what, returned, said) => {
    const server = make();
    server.tool("sum", { output }, () => returned as unknown as { sum: number });
    const { result } = await callTool(server, "sum");
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).not.toContain("schema");
    expect(server.lines).toMatchObject([
      { error: { message: expect.stringContaining("The output of the tool sum does not fit its schema") } },
    ]);
    expect(JSON.stringify((server.lines[0] as { error: Error }).error.message)).toContain(said);
  });

  it("a plain JSON Schema checks too, of any type in the modern era", async () => {
    const server = make();
    server.tool("list", { output: { type: "array", items: { type: "integer" } } }, () => [1, 2]);
    server.tool("bad", { output: { type: "array", items: { type: "integer" } } }, () => [1.5]);
    expect((await callTool(server, "list")).result).toMatchObject({
      structuredContent: [1, 2],
      content: [{ text: "[1,2]" }],
    });
    expect((await callTool(server, "bad")).result).toMatchObject({ isError: true });
    const session = await openSession(server);
    const { result } = await session.callTool("list");
    expect(result).toEqual({ content: [{ type: "text", text: "[1,2]" }] });
  });
});

describe("a handler that throws", () => {
  it("tells the model what a ToolError says", async () => {
    const server = make();
    server.tool("it", {}, () => {
      throw new ToolError("Try tomorrow.");
    });
    expect((await callTool(server, "it")).result).toMatchObject({
      isError: true,
      content: [{ text: "Try tomorrow." }],
    });
    expect(server.lines).toEqual([]);
  });

  it("answers with exactly the RpcError it throws", async () => {
    const server = make();
    server.tool("it", {}, async () => {
      throw new RpcError(-32099, "mine", { a: 1 });
    });
    expect((await callTool(server, "it")).error).toEqual({ code: -32099, message: "mine", data: { a: 1 } });
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("secret");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("secret");
      },
    ],
    [
      "throws text",
      () => {
        throw "secret";
      },
    ],
    ["returns what JSON cannot say", () => ({ big: 1n })],
  ])("hides what it %s behind an id that the log knows", async (_what, handler) => {
    const server = make();
    server.tool("it", {}, handler as () => object);
    const { result } = await callTool(server, "it");
    const [block] = result.content as { text: string }[];
    const errorId = /error ([0-9a-f]{12})/.exec(block?.text ?? "")?.[1];
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(server.lines).toMatchObject([
      { message: "A handler failed.", errorId, method: "tools/call", name: "it" },
    ]);
  });
});

describe("timeoutMs", () => {
  it("ends the call and aborts the handler's signal", async () => {
    const clock = createFakeClock();
    const server = make({ clock });
    let signal: AbortSignal | undefined;
    server.tool("slow", { timeoutMs: 500 }, (_input, ctx) => {
      signal = ctx.signal;
      return new Promise<string>(() => {});
    });
    const reply = callTool(server, "slow");
    await clock.advance(400);
    expect(signal?.aborted).toBe(false);
    await clock.advance(200);
    expect((await reply).result).toMatchObject({
      isError: true,
      content: [{ text: "The tool did not finish within 500 ms." }],
    });
    expect(signal?.reason).toMatchObject({ code: "timed-out" });
  });

  it("leaves no timer behind when the handler is in time", async () => {
    const clock = createFakeClock();
    const server = make({ clock });
    server.tool("quick", { timeoutMs: 500 }, async () => "done");
    expect((await callTool(server, "quick")).result.content).toMatchObject([{ text: "done" }]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("requires", () => {
  const server = make();
  server.tool("asks", { requires: { elicitation: { form: {} }, sampling: {} } }, () => "ran");

  it("refuses a client that lacks something, and says what", async () => {
    expect(await callTool(server, "asks", {}, { capabilities: { sampling: {} } })).toMatchObject({
      status: 400,
      error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
    });
    const session = await openSession(server, { capabilities: { elicitation: { url: {} } } });
    expect(await session.callTool("asks")).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} }, sampling: {} } } },
    });
  });

  it("lets a client in that has it all, also in the older words", async () => {
    for (const elicitation of [{ form: {} }, {}]) {
      const reply = await callTool(server, "asks", {}, { capabilities: { elicitation, sampling: {} } });
      expect(reply.result.content).toMatchObject([{ text: "ran" }]);
    }
  });

  it("is checked before the arguments are", async () => {
    expect((await callTool(server, "asks", { extra: 1 })).error).toMatchObject({ code: -32021 });
  });
});
