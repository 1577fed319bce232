/** `tools/call` of a trivial tool, one tool defined, both eras, few and many connections. */
import { measureCalls } from "../run/measure-calls.mjs";

/** @type {import("../run/context.mjs").Case} */
export const callCase = {
  name: "call",
  title: "`tools/call` of a trivial tool, by number of connections",
  async run(context) {
    const measurements = [];
    for (const era of ["modern", "legacy"]) {
      for (const connections of [1, 32, 256]) {
        const variant = {
          id: `call/${era}/${connections}`,
          title: `${era} ${connections}`,
          era,
          call: "add",
          connections,
        };
        measurements.push(await measureCalls(context, variant));
      }
    }
    return measurements;
  },
};
