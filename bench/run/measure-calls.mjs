/** Measures one kind of call on several servers. */
import { measureInTurn } from "./measure-in-turn.mjs";

/**
 * @typedef {object} CallsVariant
 * @property {string} id
 * @property {string} title
 * @property {"modern" | "legacy"} era
 * @property {import("../load/requests.mjs").CallName} call
 * @property {number} connections
 * @property {number} [tools]  @default 1
 * @property {string} [unit]  @default "calls/s"
 */

/**
 * @param {import("./context.mjs").Context} context
 * @param {CallsVariant} variant
 * @returns {Promise<import("./measurement.mjs").Measurement>}
 */
export function measureCalls(context, variant) {
  const { era, call, connections, tools = 1, unit = "calls/s" } = variant;
  const options = { tools, progress: call === "count" };
  const entries = context.servers
    .filter((server) => server.eras.includes(era))
    .map(({ name }) => ({ label: name, name, options }));
  return measureInTurn(context, { ...variant, unit }, entries, (_, job) =>
    context.load.calls({ ...job, era, call, tools, connections }),
  );
}
