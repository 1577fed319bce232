// Middleware: code of the application around every request.

import { describe, expect, it } from "vitest";
import { createServer, RpcError, type Server } from "../../../src/index.js";
import { callTool, modern, openSession } from "../speak.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const make = (): Server => {
  const server = createServer({ name: "test", version: "1.0.0", logger: quiet });
  server.tool("it", {}, () => "tool");
  return server;
};

describe("middleware", () => {
  it("runs around a request, the first added outermost", async () => {
    const server = make();
    const steps: string[] = [];
    for (const name of ["outer", "inner"]) {
      server.use(async (_call, next) => {
        steps.push(`${name} before`);
        const result = await next();
        steps.push(`${name} after`);
        return result;
      });
    }
    await callTool(server, "it");
    expect(steps).toEqual(["outer before", "inner before", "inner after", "outer after"]);
  });

  it("sees method, name, params and the request's context", async () => {
    const server = make();
    server.resource("note", { uri: "a:/x" }, () => "");
    const seen: unknown[] = [];
    server.use(({ method, name, ctx }, next) => {
      seen.push([method, name, ctx.era, ctx.client.name]);
      return next();
    });
    await callTool(server, "it");
    await modern(server, "resources/read", { uri: "a:/x" });
    await (await openSession(server)).request("tools/list");
    expect(seen).toEqual([
      ["tools/call", "it", "modern", "tester"],
      ["resources/read", "a:/x", "modern", "tester"],
      ["tools/list", undefined, "legacy", "tester"],
    ]);
  });

  it("may look at a list and put another result in its place", async () => {
    const server = make();
    server.use(async (call, next) => {
      const result = (await next()) as { tools?: object[] };
      return call.method === "tools/list"
        ? { ...result, tools: [...(result.tools ?? []), { name: "extra" }] }
        : result;
    });
    expect((await modern(server, "tools/list")).result.tools).toMatchObject([
      { name: "it" },
      { name: "extra" },
    ]);
  });

  it("sees a round as a round: what asks, and what comes of the answer", async () => {
    const server = make();
    const seen: unknown[] = [];
    server.use(async ({ params }, next) => {
      const result = (await next()) as { readonly resultType?: string; readonly inputRequests?: object };
      seen.push([
        params.requestState !== undefined,
        result.resultType,
        Object.keys(result.inputRequests ?? {}),
      ]);
      return result;
    });
    server.tool("ask", {}, async (_input, ctx) => String(await ctx.confirm("Go on?", { key: "go" })));
    const options = { capabilities: { elicitation: {} } };
    const { requestState, resultType } = (await callTool(server, "ask", {}, options)).result;
    expect(resultType).toBe("input_required");
    const inputResponses = { go: { action: "accept", content: { confirmed: true } } };
    const params = { name: "ask", arguments: {}, requestState, inputResponses };
    const done = await modern(server, "tools/call", params, options);
    expect(done.result).toMatchObject({ resultType: "complete", content: [{ text: "true" }] });
    expect(seen).toEqual([
      [false, "input_required", ["go"]],
      [true, undefined, []],
    ]);
  });

  it("may answer without the handler", async () => {
    const server = make();
    server.use(() => ({ content: [{ type: "text", text: "from the cache" }] }));
    expect((await callTool(server, "it")).result.content).toEqual([{ type: "text", text: "from the cache" }]);
  });

  it("may refuse with an error of the protocol", async () => {
    const server = make();
    server.use(() => {
      throw new RpcError(-32050, "not now");
    });
    expect((await callTool(server, "it")).error).toEqual({ code: -32050, message: "not now" });
  });

  it("that returns nothing is an error, in both eras", async () => {
    const server = make();
    server.use(async (_call, next) => {
      await next();
      return undefined as unknown as object;
    });
    expect((await callTool(server, "it")).error).toMatchObject({ code: -32603 });
    expect((await (await openSession(server)).callTool("it")).error).toMatchObject({ code: -32603 });
  });

  it("is not asked about methods that are not there", async () => {
    const server = make();
    let asked = 0;
    server.use((_call, next) => {
      asked += 1;
      return next();
    });
    expect((await modern(server, "none")).error.code).toBe(-32601);
    expect(asked).toBe(0);
  });
});
