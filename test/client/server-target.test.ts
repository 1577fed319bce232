import { describe, expect, test } from "vitest";
import { targetOf } from "../../src/client/server-target.js";

describe("targetOf", () => {
  test.each([["https://a.example/mcp"], ["HTTP://a.example/mcp"]])("%s is a url", (text) => {
    expect(targetOf(text)).toMatchObject({ kind: "http", called: new URL(text).origin });
  });

  test("a list is a command with its arguments, which no shell sees", () => {
    expect(targetOf(["node", "my server.js", "; rm -rf /"])).toEqual({
      kind: "stdio",
      called: "node my server.js ; rm -rf /",
      command: { command: "node", args: ["my server.js", "; rm -rf /"] },
    });
  });

  test("a word is a command", () => {
    expect(targetOf("server")).toMatchObject({ kind: "stdio", command: { command: "server" } });
  });

  test.each([
    ["node server.js", "Give a command with arguments as a list"],
    [[], "There is no command"],
    ["", "There is no command"],
    [new URL("ftp://a.example"), "only by https: and http:"],
    ["http://", "is no url"],
  ])("%j is refused", (target, problem) => {
    expect(() => targetOf(target)).toThrow(problem);
  });
});
