/** Measures elicitation from call to result on all servers that can ask in an era. */
import { measureInTurn } from "./measure-in-turn.mjs";

/**
 * @typedef {object} FlowsVariant
 * @property {string} id
 * @property {string} title
 * @property {"modern" | "legacy"} era
 * @property {number} flows
 */

/**
 * @param {import("./context.mjs").Context} context
 * @param {FlowsVariant} variant
 * @returns {Promise<import("./measurement.mjs").Measurement>}
 */
export function measureFlows(context, variant) {
  const { era, flows } = variant;
  const entries = askingIn(context.servers, era);
  return measureInTurn(context, { ...variant, unit: "flows/s" }, entries, ({ askedOn }, job) =>
    context.load.flows({ ...job, era, askedOn, flows }),
  );
}

/**
 * Every way in which the servers ask in an era.
 *
 * @param {readonly import("../servers/index.mjs").ServerUnderTest[]} servers
 * @param {"modern" | "legacy"} era
 */
export function askingIn(servers, era) {
  return servers.flatMap(({ name, asks }) =>
    asks
      .filter((one) => one.era === era)
      .map(({ askedOn = "call", shim = false }) => ({
        label: shim ? `${name}, shim` : name,
        name,
        askedOn,
        options: { ask: true, shim },
      })),
  );
}
