// Prompts: definitions, arguments and every return value.

import { describe, expect, it } from "vitest";
import {
  allow,
  assistant,
  audio,
  createServer,
  embeddedResource,
  image,
  type PromptDefinition,
  type PromptHandler,
  resourceLink,
  type Server,
  user,
} from "../../../src/index.js";
import { modern, openSession } from "../speak.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const make = (): Server => createServer({ name: "test", version: "1.0.0", logger: quiet });

const get = (server: Server, name: string, args?: object) =>
  modern(server, "prompts/get", args === undefined ? { name } : { name, arguments: args });

describe("a prompt's definition", () => {
  it("needs a proper name and a handler", () => {
    expect(() => make().prompt("two words", {}, () => "")).toThrow(
      '"two words" cannot be the name of a prompt',
    );
    expect(() => make().prompt("it", {}, 5 as unknown as PromptHandler<Record<string, never>>)).toThrow(
      "The prompt it cannot be defined: its handler is no function.",
    );
  });

  it("is listed with its arguments in their order, without the completers", async () => {
    const server = make();
    const definition: PromptDefinition<Record<string, object>> = {
      title: "Review",
      description: "Reviews code",
      arguments: {
        language: { title: "Language", required: true, complete: () => [] },
        code: { description: "What to review" },
      },
      icons: [{ src: "https://example.com/i.png" }],
      meta: { a: 1 },
    };
    server.prompt("review", definition, () => "");
    expect((await modern(server, "prompts/list")).result.prompts).toEqual([
      {
        name: "review",
        title: "Review",
        description: "Reviews code",
        arguments: [
          { name: "language", title: "Language", required: true },
          { name: "code", description: "What to review" },
        ],
        icons: [{ src: "https://example.com/i.png" }],
        _meta: { a: 1 },
      },
    ]);
  });
});

describe("arguments", () => {
  const server = make();
  server.prompt(
    "greet",
    { arguments: { name: { required: true }, constructor: { required: true }, mood: {} } },
    (values) => JSON.stringify(values),
  );

  it("reach the handler; optional ones may be absent", async () => {
    const { result } = await get(server, "greet", { name: "Ann", constructor: "x" });
    expect(result.messages).toEqual([
      { role: "user", content: { type: "text", text: '{"name":"Ann","constructor":"x"}' } },
    ]);
  });

  it("are refused with all problems at once", async () => {
    expect((await get(server, "greet", { mood: 5, other: "x" })).error).toEqual({
      code: -32602,
      message:
        "Invalid arguments for greet: mood must be a string; other is not an argument of this prompt; name is required; constructor is required",
      data: {
        problems: [
          "mood must be a string",
          "other is not an argument of this prompt",
          "name is required",
          "constructor is required",
        ],
      },
    });
  });

  it("that are no object, or of a prompt that is not there, are refused", async () => {
    const list = await modern(server, "prompts/get", { name: "greet", arguments: [] });
    expect(list.error.message).toBe("arguments must be an object");
    expect((await get(server, "none")).error).toMatchObject({
      code: -32602,
      message: "Unknown prompt: none",
    });
    const unnamed = await modern(server, "prompts/get", {}, { headers: { "mcp-name": "x" } });
    expect(unnamed.error.message).toBe("prompts/get needs the name of a prompt");
  });

  it("of a prompt that is not allowed look like those of one that is not there", async () => {
    const limited = createServer({ name: "t", version: "1", connect: () => allow({ prompts: ["open"] }) });
    limited.prompt("open", {}, () => "");
    limited.prompt("closed", {}, () => "");
    expect((await get(limited, "closed")).error).toEqual({ code: -32602, message: "Unknown prompt: closed" });
    expect((await modern(limited, "prompts/list")).result.prompts).toEqual([{ name: "open" }]);
  });
});

describe("a prompt's handler", () => {
  const blocks = [
    image("AQ==", "image/png"),
    audio("AQ==", "audio/wav"),
    embeddedResource({ uri: "a:/x", text: "x" }),
    resourceLink("a:/y", "y"),
  ];
  it.each([
    ["text", "hi", [{ role: "user", content: { type: "text", text: "hi" } }]],
    [
      "content",
      image("AQ==", "image/png"),
      [{ role: "user", content: { type: "image", data: "AQ==", mimeType: "image/png" } }],
    ],
    [
      "messages",
      [user("a"), assistant("b")],
      [
        { role: "user", content: { text: "a" } },
        { role: "assistant", content: { text: "b" } },
      ],
    ],
    [
      "messages with every kind of content",
      blocks.map(user),
      blocks.map((content) => ({ role: "user", content })),
    ],
  ])("may return %s", async (_what, returned, messages) => {
    for (const handler of [() => returned, async () => returned]) {
      const server = make();
      server.prompt("it", { description: "About it" }, handler);
      expect((await get(server, "it")).result).toMatchObject({ description: "About it", messages });
    }
  });

  it("may return the whole result", async () => {
    const server = make();
    server.prompt("it", { description: "old" }, () => ({ description: "new", messages: [user("a")] }));
    expect((await get(server, "it")).result).toMatchObject({
      description: "new",
      messages: [{ role: "user" }],
    });
  });

  it.each([
    [5],
    [undefined],
    [[{ role: "system", content: { type: "text", text: "x" } }]],
    [[{ role: "user", content: "x" }]],
  ])("that returns %j fails behind an id", async (returned) => {
    const server = make();
    server.prompt("it", {}, () => returned as unknown as string);
    expect((await get(server, "it")).error).toMatchObject({
      code: -32603,
      data: { errorId: expect.any(String) },
    });
  });

  it("speaks the words of an older revision", async () => {
    const server = make();
    server.prompt("it", { title: "It", arguments: { a: { title: "A" } } }, () => [
      user(resourceLink("a:/y", "y")),
    ]);
    const session = await openSession(server, { revision: "2024-11-05" });
    expect((await session.request("prompts/get", { name: "it" })).result.messages).toEqual([
      { role: "user", content: { type: "text", text: "y: a:/y" } },
    ]);
    expect((await session.request("prompts/list")).result.prompts).toEqual([
      { name: "it", arguments: [{ name: "a" }] },
    ]);
  });
});
