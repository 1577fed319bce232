/** The load process: takes one job at a time over IPC and answers with what it measured, or why it failed. */
import { runCalls } from "./run-calls.mjs";
import { runSessions } from "./run-sessions.mjs";

const kinds = { calls: runCalls, sessions: runSessions };

process.once("disconnect", () => process.exit(0));
process.on("message", async ({ kind, job }) => {
  try {
    process.send({ done: await kinds[kind](job) });
  } catch (error) {
    process.send({ failed: error.message });
  }
});
process.send({ ready: true });
