// Tools that use their context: who calls, progress, logs, cancellation, answers that come later.

import type { LaterHandle, Server } from "beckon";
import * as z from "zod";
import { Slots } from "./slots.js";

const keyed = z.object({ key: z.string() });

export function addCallTools(server: Server): void {
  server.tool("who", { description: "Tells what it knows of its caller" }, (_, ctx) => ({
    client: ctx.client.name,
    version: ctx.client.version,
    era: ctx.era,
    revision: ctx.revision,
    hasSession: ctx.sessionId !== undefined,
    principal: ctx.principal?.id ?? null,
    team: ctx.assigns.team ?? null,
    userAgent: ctx.request.headers["x-told"] ?? null,
    traceparent: ctx.trace?.traceparent ?? null,
  }));
  addProgress(server);
  server.tool("chatter", { description: "Logs at four levels" }, (_, ctx) => {
    for (const level of ["debug", "info", "warning", "error"] as const) ctx.log(level, { level }, "chatter");
    return "Said.";
  });
  server.tool("session_log", { description: "Logs to the session, beside the call" }, async (_, ctx) => {
    if (ctx.sessionId === undefined) return "There is no session.";
    await server.session(ctx.sessionId).log("warning", "beside the call");
    return "Said.";
  });
  addCancellation(server);
  addLater(server);
}

/** `count` tells its progress and goes on when its client has seen it and called `proceed`. */
function addProgress(server: Server): void {
  const seen = new Slots<undefined>();
  server.tool("count", { description: "Tells its progress", input: keyed }, async ({ key }, ctx) => {
    for (const step of [1, 2, 3]) ctx.progress(step, 3, `step ${step}`);
    await seen.get(key);
    return "Counted.";
  });
  server.tool(
    "count_later",
    { description: "Tells it after the handler returned", input: keyed },
    ({ key }, ctx) =>
      ctx.later(async () => {
        ctx.progress(1, 1);
        await seen.get(key);
        return "Counted later.";
      }),
  );
  server.tool("proceed", { description: "Lets count go on", input: keyed }, ({ key }) => {
    seen.put(key, undefined);
    return "Go on.";
  });
}

/** `wait` ends when it is cancelled; `cancelled` waits for that and tells the reason. */
function addCancellation(server: Server): void {
  const reasons = new Slots<string>();
  server.tool("wait", { description: "Waits to be cancelled", input: keyed }, ({ key }, ctx) => {
    const { signal } = ctx;
    ctx.progress(1);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        reasons.put(key, String(signal.reason));
        reject(signal.reason);
      });
    });
  });
  server.tool("cancelled", { description: "Tells why a wait ended", input: keyed }, ({ key }) =>
    reasons.get(key),
  );
}

function addLater(server: Server): void {
  const handles = new Slots<LaterHandle>();
  server.tool(
    "be_answered",
    { description: "Is answered through a handle", input: keyed },
    ({ key }, ctx) => {
      const handle = ctx.later();
      handles.put(key, handle);
      return handle;
    },
  );
  server.tool("expire", { description: "Is never answered" }, (_, ctx) => ctx.later({ timeoutMs: 20 }));
  server.tool(
    "answer",
    { description: "Answers through the handle, twice", input: keyed },
    async ({ key }) => {
      const handle = await handles.get(key);
      return `first ${handle.respond("Answered from afar.")}, second ${handle.respond("Again.")}`;
    },
  );
  server.tool("fail", { description: "Fails through the handle", input: keyed }, async ({ key }) => {
    const handle = await handles.get(key);
    return `failed ${handle.fail(new Error("password=hunter2"))}`;
  });
}
