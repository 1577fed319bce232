/** Elicitation from the call over question and answer to the result, both eras, few and many at once. */
import { measureFlows } from "../run/measure-flows.mjs";

/** @type {import("../run/context.mjs").Case} */
export const elicitCase = {
  name: "elicit",
  title: "Elicitation, complete round trips (ask, answer, result), by number of flows",
  async run(context) {
    const measurements = [];
    for (const era of ["modern", "legacy"]) {
      for (const flows of [1, 32, 256]) {
        const variant = { id: `elicit/${era}/${flows}`, title: `${era} ${flows}`, era, flows };
        if (context.variants?.some((text) => variant.id.includes(text)) === false) continue;
        measurements.push(await measureFlows(context, variant));
      }
    }
    return measurements;
  },
};
