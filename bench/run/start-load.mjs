/** Starts the load process and gives it one job at a time. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stop, track } from "./children.mjs";
import { nextMessage } from "./within.mjs";

const loadFile = fileURLToPath(new URL("../load/load.mjs", import.meta.url));

export async function startLoad() {
  const child = track(fork(loadFile, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] }));
  await nextMessage(child, 10_000, "the load process to be ready");

  async function run(kind, job, timeoutMs) {
    child.send({ kind, job });
    const { done, failed } = await nextMessage(child, timeoutMs, `the load job ${kind}`);
    if (failed !== undefined) throw new Error(failed);
    return done;
  }

  return {
    /**
     * @param {import("../load/run-calls.mjs").CallsJob} job
     * @returns {Promise<{ perSecond: number, answered: number, loadCpu: number, sample: any[] }>}
     */
    calls: (job) => run("calls", job, job.warmupMs + job.durationMs + 30_000),
    /**
     * @param {import("../load/run-flows.mjs").FlowsJob} job
     * @returns {Promise<{ perSecond: number, answered: number, loadCpu: number, sample: any[] }>}
     */
    flows: (job) => run("flows", job, job.warmupMs + job.durationMs + 30_000),
    /** @param {import("../load/parking.mjs").ParkingJob} job */
    openParking: (job) => run("open-parking", job, 300_000),
    /** @param {{ count: number }} job */
    park: (job) => run("park", job, 60_000),
    release: () => run("release", {}, 10_000),
    /** @param {import("../load/run-sessions.mjs").SessionsJob} job */
    sessions: (job) => run("sessions", job, 300_000),
    stop: () => stop(child),
  };
}
