// Tools for the scenarios that look at what happens around a call: logs, progress, streams, changed lists.

import { setTimeout as after } from "node:timers/promises";
import type { Server } from "beckon";

/** The suite wants messages that are apart in time. */
const PAUSE_MS = 50;

export function addCallTools(server: Server): void {
  server.tool("test_tool_with_logging", { description: "Logs while it works" }, async (_, ctx) => {
    for (const step of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      ctx.log("info", step);
      await after(PAUSE_MS);
    }
    return "Logged three times.";
  });
  server.tool("test_logging_tool", { description: "Logs once" }, (_, ctx) => {
    ctx.log("info", "Logged by test_logging_tool");
    return "Logged, if you wanted to hear it.";
  });
  server.tool("test_tool_with_progress", { description: "Tells how far it is" }, async (_, ctx) => {
    for (const progress of [0, 50, 100]) {
      ctx.progress(progress, 100, `Completed step ${progress} of 100`);
      await after(PAUSE_MS);
    }
    return "Done.";
  });
  server.tool("test_reconnection", { description: "Closes its stream before the result" }, async (_, ctx) => {
    ctx.release({ retryMs: 500 });
    await after(2 * PAUSE_MS);
    return "You came back.";
  });
  server.tool("test_streaming_elicitation", { description: "Asks on a stream" }, async (_, ctx) => {
    ctx.progress(1, 2);
    return (await ctx.confirm("Go on?")) ? "Went on." : "Stopped.";
  });
  server.tool(
    "test_missing_capability",
    { description: "Needs a client that can sample", requires: { sampling: {} } },
    () => "The client can sample.",
  );
  server.tool("test_trigger_tool_change", { description: "Changes the list of tools" }, () => {
    if (server.tools.names().includes("test_passing_tool")) server.tools.remove("test_passing_tool");
    else server.tool("test_passing_tool", { description: "Comes and goes" }, () => "Here for now.");
    return "The list of tools changed.";
  });
  server.tool("test_trigger_prompt_change", { description: "Changes the list of prompts" }, () => {
    if (server.prompts.names().includes("test_passing_prompt")) server.prompts.remove("test_passing_prompt");
    else server.prompt("test_passing_prompt", { description: "Comes and goes" }, () => "Here for now.");
    return "The list of prompts changed.";
  });
}
