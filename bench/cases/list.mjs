/** `tools/list` with a hundred tools: who serialises the list once beats a server that does it each time. */
import { measureCalls } from "../run/measure-calls.mjs";

/** @type {import("../run/context.mjs").Case} */
export const listCase = {
  name: "list",
  title: "`tools/list` with 100 tools, 32 connections (the floor stringifies them each time)",
  async run(context) {
    const measurements = [];
    for (const era of ["modern", "legacy"]) {
      const variant = { id: `list/${era}`, title: era, era, call: "list", connections: 32, tools: 100 };
      measurements.push(await measureCalls(context, { ...variant, unit: "lists/s" }));
    }
    return measurements;
  },
};
