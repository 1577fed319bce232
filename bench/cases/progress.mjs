/** One call that sends twenty progress notifications before its result, so the answer is a stream. */
import { progressSteps } from "../load/requests.mjs";
import { measureCalls } from "../run/measure-calls.mjs";

/** @type {import("../run/context.mjs").Case} */
export const progressCase = {
  name: "progress",
  title: `\`tools/call\` with ${progressSteps} progress notifications, 32 connections`,
  async run(context) {
    const measurements = [];
    for (const era of ["modern", "legacy"]) {
      const variant = { id: `progress/${era}`, title: era, era, call: "count", connections: 32 };
      measurements.push(await measureCalls(context, variant));
    }
    return measurements;
  },
};
