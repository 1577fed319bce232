// Results that come after the handler returned.

import { describe, expect, it } from "vitest";
import { createServer, type LaterHandle, type Server, ToolError } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { callTool, modern } from "../speak.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const make = (options: object = {}): Server =>
  createServer({ name: "test", version: "1.0.0", logger: quiet, ...options });

/** A server with a tool that gives its handle away. */
function withHandle(timeoutMs?: number) {
  const clock = createFakeClock();
  const server = make({ clock });
  let give: (handle: LaterHandle) => void = () => {};
  const handle = new Promise<LaterHandle>((resolve) => {
    give = resolve;
  });
  server.tool("wait", {}, (_input, ctx) => {
    const later = ctx.later(timeoutMs === undefined ? undefined : { timeoutMs });
    give(later);
    return later;
  });
  return { clock, server, handle };
}

describe("ctx.later", () => {
  it.each([0, -1, Number.NaN, 2 ** 70, "30", Infinity, null])(
    "refuses a timeoutMs of %s",
    async (timeoutMs) => {
      const { server } = withHandle(timeoutMs as never);
      const { result } = await callTool(server, "wait", {});
      expect(result).toMatchObject({ isError: true });
    },
  );
});

describe("ctx.later(work)", () => {
  it("runs the work after the handler returned", async () => {
    const steps: string[] = [];
    const server = make();
    server.tool("it", {}, (_input, ctx) => {
      const later = ctx.later(() => {
        steps.push("work");
        return "done";
      });
      steps.push("handler");
      return later;
    });
    expect((await callTool(server, "it")).result.content).toMatchObject([{ text: "done" }]);
    expect(steps).toEqual(["handler", "work"]);
  });

  it("may be returned from an asynchronous handler, a prompt and a resource", async () => {
    const server = make();
    server.tool("it", {}, async (_input, ctx) => ctx.later(async () => "tool"));
    server.prompt("it", {}, (_values, ctx) => ctx.later(async () => "prompt"));
    server.resource("it", { uri: "a:/x" }, (_values, ctx) => ctx.later(async () => "resource"));
    expect((await callTool(server, "it")).result.content).toMatchObject([{ text: "tool" }]);
    expect((await modern(server, "prompts/get", { name: "it" })).result.messages).toMatchObject([
      { content: { text: "prompt" } },
    ]);
    expect((await modern(server, "resources/read", { uri: "a:/x" })).result.contents).toMatchObject([
      { text: "resource" },
    ]);
  });

  it("fails as the handler would", async () => {
    const server = make();
    server.tool("it", {}, (_input, ctx) =>
      ctx.later(() => {
        throw new ToolError("not today");
      }),
    );
    expect((await callTool(server, "it")).result).toMatchObject({
      isError: true,
      content: [{ text: "not today" }],
    });
  });

  it("can still send progress", async () => {
    const server = make();
    server.tool("it", {}, (_input, ctx) =>
      ctx.later(async () => {
        ctx.progress(1);
        return "done";
      }),
    );
    const reply = await callTool(server, "it", {}, { meta: { progressToken: 1 } });
    expect(reply.notifications).toMatchObject([{ params: { progress: 1 } }]);
  });
});

describe("a handle", () => {
  it("answers from anywhere, once", async () => {
    const { server, handle } = withHandle();
    const reply = callTool(server, "wait");
    const later = await handle;
    expect([later.respond("first"), later.respond("second"), later.fail(new Error("third"))]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await reply).result.content).toMatchObject([{ text: "first" }]);
  });

  it("fails from anywhere, once", async () => {
    const { server, handle } = withHandle();
    const reply = callTool(server, "wait");
    const later = await handle;
    expect([later.fail(new ToolError("no")), later.respond("late")]).toEqual([true, false]);
    expect((await reply).result).toMatchObject({ isError: true, content: [{ text: "no" }] });
  });

  it("fails by itself at its deadline", async () => {
    const { clock, server, handle } = withHandle(1000);
    const reply = callTool(server, "wait");
    const later = await handle;
    await clock.advance(1100);
    expect((await reply).result).toMatchObject({ isError: true });
    expect(later.respond("late")).toBe(false);
  });

  it("has ten minutes unless told otherwise, and leaves no timer once answered", async () => {
    const { clock, server, handle } = withHandle();
    const reply = callTool(server, "wait");
    const later = await handle;
    await clock.advance(599_000);
    expect(later.respond("in time")).toBe(true);
    expect((await reply).result.content).toMatchObject([{ text: "in time" }]);
    // The stream is gone by the time of its next comment.
    await clock.advance(15_000);
    expect(clock.pendingTimers).toBe(0);
  });

  it("may be answered before it is returned", async () => {
    const server = make();
    server.tool("it", {}, (_input, ctx) => {
      const later = ctx.later();
      later.respond("early");
      return later;
    });
    expect((await callTool(server, "it")).result.content).toMatchObject([{ text: "early" }]);
  });
});
