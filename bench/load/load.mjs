/** The load process: takes one job at a time over IPC and answers with what it measured, or why it failed. */
import { createParking } from "./parking.mjs";
import { runCalls } from "./run-calls.mjs";
import { runFlows } from "./run-flows.mjs";
import { runSessions } from "./run-sessions.mjs";

const parking = createParking();
const kinds = {
  calls: runCalls,
  flows: runFlows,
  sessions: runSessions,
  "open-parking": parking.open,
  park: parking.park,
  release: parking.release,
};

process.once("disconnect", () => process.exit(0));
process.on("message", async ({ kind, job }) => {
  try {
    process.send({ done: await kinds[kind](job) });
  } catch (error) {
    process.send({ failed: error.message });
  }
});
process.send({ ready: true });
