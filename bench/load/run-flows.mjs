/** Keeps a number of elicitations going at once, each from the call over question and answer to the result. */
import { keepBusy } from "./keep-busy.mjs";
import { openLegacyFlow } from "./legacy-flow.mjs";
import { openModernFlow } from "./modern-flow.mjs";
import { withConnections } from "./with-connections.mjs";

/**
 * @typedef {object} FlowsJob
 * @property {number} port
 * @property {string} path
 * @property {"modern" | "legacy"} era
 * @property {"call" | "session"} [askedOn]  Legacy: on which stream the server asks. @default "call"
 * @property {number} flows
 * @property {number} warmupMs
 * @property {number} durationMs
 */

/** @param {FlowsJob} job */
export function runFlows(job) {
  const openFlow = job.era === "modern" ? openModernFlow : openLegacyFlow;
  return withConnections(job.port, async (open, fail) => {
    const flows = await Promise.all(Array.from({ length: job.flows }, () => openFlow(job, open, fail)));
    const measured = await keepBusy(job, flows);
    await Promise.all(flows.map((flow) => flow.end()));
    return { ...measured, sample: flows[0].sample() };
  });
}
