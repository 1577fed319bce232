// What a result says of questions that nobody could be asked.

import { describe, expect, it } from "vitest";
import type { CallContext } from "../../../src/index.js";
import { createServer, form } from "../../../src/index.js";
import { callTool, openSession } from "../speak.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function serve(handler: (ctx: CallContext) => Promise<unknown>) {
  const server = createServer({ name: "test", version: "1.0.0", logger: quiet });
  server.tool("do", {}, async (_input, ctx) => {
    await handler(ctx);
    return { content: [{ type: "text", text: "done" }], _meta: { "example/own": 1 } };
  });
  return server;
}

const metaOf = async (handler: (ctx: CallContext) => Promise<unknown>): Promise<unknown> =>
  (await callTool(serve(handler), "do", {})).result._meta;

describe("the result of a handler whose client cannot ask", () => {
  it("names what was not asked, beside its own meta", async () => {
    const asking = (ctx: CallContext) => Promise.all([ctx.confirm("Sure?"), ctx.elicit(form("Why?", {}))]);
    expect(await metaOf(asking)).toMatchObject({ "beckon/unasked": ["Sure?", "Why?"], "example/own": 1 });
  });

  it("names it in the legacy era too", async () => {
    const session = await openSession(serve((ctx) => ctx.confirm("Sure?")));
    const { result } = await session.callTool("do");
    expect(result._meta).toMatchObject({ "beckon/unasked": ["Sure?"] });
  });

  it("does not name what was asked of somebody else", async () => {
    expect(await metaOf((ctx) => ctx.confirm("Sure?", { audience: "managers" }))).not.toHaveProperty([
      "beckon/unasked",
    ]);
  });

  it("names nothing when nothing was asked", async () => {
    expect(await metaOf(async () => {})).not.toHaveProperty(["beckon/unasked"]);
  });

  it("is bounded", async () => {
    const asking = async (ctx: CallContext) => {
      for (let count = 0; count < 20; count += 1) await ctx.confirm(`${count} ${"long ".repeat(200)}`);
    };
    const { "beckon/unasked": unasked } = (await metaOf(asking)) as { "beckon/unasked": readonly string[] };
    expect([unasked.length, Math.max(...unasked.map((message) => message.length))]).toEqual([8, 300]);
  });
});
