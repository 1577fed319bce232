/** `tools/call` of the same trivial tool when a hundred are defined: the cost must not grow with them. */
import { measureCalls } from "../run/measure-calls.mjs";

/** @type {import("../run/context.mjs").Case} */
export const callManyToolsCase = {
  name: "call-many-tools",
  title: "`tools/call` of a trivial tool with 100 tools defined, 32 connections",
  async run(context) {
    const measurements = [];
    for (const era of ["modern", "legacy"]) {
      const variant = {
        id: `call-many-tools/${era}`,
        title: era,
        era,
        call: "add",
        connections: 32,
        tools: 100,
      };
      measurements.push(await measureCalls(context, variant));
    }
    return measurements;
  },
};
