/** How far above the floor the load generator itself reaches: against a socket that answers fixed bytes. */
import { measureCalls } from "../run/measure-calls.mjs";
import { measureFlows } from "../run/measure-flows.mjs";

/** @type {import("../run/context.mjs").Case} */
export const loadCase = {
  name: "load",
  title: "The load generator itself, against a socket that answers fixed bytes (`canned`)",
  async run(context) {
    const asks = [{ era: "modern" }, { era: "legacy" }];
    const canned = { name: "canned", title: "", eras: ["modern"], sessions: false, asks };
    const servers = [...context.servers.filter(({ name }) => name === "floor"), canned];
    const measurements = [];
    for (const connections of [1, 32, 256]) {
      const variant = {
        id: `load/${connections}`,
        title: `modern ${connections}`,
        era: "modern",
        call: "add",
        connections,
      };
      measurements.push(await measureCalls({ ...context, servers }, variant));
    }
    for (const era of ["modern", "legacy"]) {
      for (const flows of [32, 256]) {
        const variant = { id: `load/elicit/${era}/${flows}`, title: `elicit ${era} ${flows}`, era, flows };
        measurements.push(await measureFlows({ ...context, servers }, variant));
      }
    }
    return measurements;
  },
};
