// What a result says of questions that nobody could be asked.

import { describe, expect, it } from "vitest";
import type { CallContext, Logger } from "../../../src/index.js";
import { createServer, form } from "../../../src/index.js";
import { createTestPages } from "../../../src/testing/index.js";
import { callTool, openSession } from "../speak.js";

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

function serve(handler: (ctx: CallContext) => Promise<unknown>, logger = quiet, more: object = {}) {
  const server = createServer({ name: "test", version: "1.0.0", logger, ...more });
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
    expect(await metaOf(asking)).toMatchObject({
      "beckon/unasked": [
        { message: "Sure?", needs: "form" },
        { message: "Why?", needs: "form" },
      ],
      "example/own": 1,
    });
  });

  it("names it in the legacy era too", async () => {
    const session = await openSession(serve((ctx) => ctx.confirm("Sure?")));
    const { result } = await session.callTool("do");
    expect(result._meta).toMatchObject({ "beckon/unasked": [{ message: "Sure?", needs: "form" }] });
  });

  it("does not name what was asked of somebody else", async () => {
    expect(await metaOf((ctx) => ctx.confirm("Sure?", { audience: "managers" }))).not.toHaveProperty([
      "beckon/unasked",
    ]);
  });

  it("names nothing when nothing was asked", async () => {
    expect(await metaOf(async () => {})).not.toHaveProperty(["beckon/unasked"]);
  });

  it("says of a secret that the server needs pages, and so does the log, once", async () => {
    const warnings: string[] = [];
    const logger = { ...quiet, warn: (message: string) => void warnings.push(message) };
    const server = serve((ctx) => ctx.secret("api key"), logger);
    for (let count = 0; count < 2; count += 1)
      expect((await callTool(server, "do", {})).result._meta).toMatchObject({
        "beckon/unasked": [{ message: "Please enter api key.", needs: "pages" }],
      });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("Pass pages to createServer");
  });

  it("says of a secret that a client has to go to the pages that there are", async () => {
    const server = serve((ctx) => ctx.secret("api key"), quiet, { pages: createTestPages() });
    expect((await callTool(server, "do", {})).result._meta).toMatchObject({
      "beckon/unasked": [{ needs: "url" }],
    });
  });

  it("is bounded", async () => {
    const asking = async (ctx: CallContext) => {
      for (let count = 0; count < 20; count += 1) await ctx.confirm(`${count} ${"long ".repeat(200)}`);
    };
    const { "beckon/unasked": unasked } = (await metaOf(asking)) as {
      "beckon/unasked": readonly { message: string }[];
    };
    expect([unasked.length, Math.max(...unasked.map(({ message }) => message.length))]).toEqual([8, 300]);
  });
});
