/** Measures several servers round by round in turn, and checks that their answers agree. */
import { isDeepStrictEqual } from "node:util";
import { startServer } from "./start-server.mjs";

/**
 * @typedef {object} Entry
 * @property {string} label  How the tables name it.
 * @property {string} name
 * @property {import("./start-server.mjs").ServerOptions} options
 *
 * @typedef {object} Driven
 * @property {number} perSecond
 * @property {number} answered
 * @property {number} loadCpu
 * @property {any[]} sample  The messages of one exchange.
 */

/**
 * @template {Entry} OneEntry
 * @param {import("./context.mjs").Context} context
 * @param {{ id: string, title: string, unit: string }} variant
 * @param {readonly OneEntry[]} entries
 * @param {(entry: OneEntry, job: { port: number, path: string, warmupMs: number, durationMs: number }) => Promise<Driven>} drive
 * @returns {Promise<import("./measurement.mjs").Measurement>}
 */
export async function measureInTurn(context, { id, title, unit }, entries, drive) {
  const values = new Map(entries.map(({ label }) => [label, []]));
  const perProcessorSecond = new Map(entries.map(({ label }) => [label, []]));
  const samples = new Map();
  const { rounds, settleMs, warmupMs, durationMs } = context.effort;

  const starting = entries.map(async (entry) => ({
    entry,
    server: await startServer(entry.name, context.serverOptions(entry.name, entry.options)),
  }));
  try {
    const running = await Promise.all(starting);
    // Round 0 is thrown away: it is for the compiler.
    for (let round = 0; round <= rounds; round++) {
      for (const { entry, server } of inTurn(running, round)) {
        const { port, path } = server;
        const job = { port, path, warmupMs, durationMs: round === 0 ? settleMs : durationMs };
        const once = () => withProcessorTime(server, () => drive(entry, job));
        const measured = await once()
          .catch((error) => againAfter(error, context, entry, once))
          .catch((error) => {
            throw new Error(`${entry.label}, ${id}: ${error.message}`);
          });
        samples.set(entry.label, measured.sample);
        if (round === 0) continue;
        values.get(entry.label).push(measured.perSecond);
        perProcessorSecond.get(entry.label).push(measured.perProcessorSecond);
        context.usage.push({ id, server: entry.label, load: measured.loadCpu, own: measured.serverCpu });
      }
    }
  } finally {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map(({ value }) => value?.server.stop()));
  }
  return {
    id,
    title,
    unit,
    better: "higher",
    values,
    perProcessorSecond,
    notes: differences(id, samples),
  };
}

/** Peers that hang up when the machine is busy are driven once more. Beckon must not. */
function againAfter(error, context, { label, name }, drive) {
  if (name === "beckon" || !/ECONNRESET|EPIPE/.test(error.message)) throw error;
  context.progress(`${label} hung up (${error.message}); once more`);
  return drive();
}

async function withProcessorTime(server, drive) {
  const from = { at: performance.now(), cpu: await server.cpu() };
  const measured = await drive();
  const { user, system } = await server.cpu();
  const seconds = (performance.now() - from.at) / 1000;
  const busySeconds = (user + system - from.cpu.user - from.cpu.system) / 1e6;
  return {
    ...measured,
    serverCpu: busySeconds / seconds,
    perProcessorSecond: measured.answered / busySeconds,
  };
}

/** Every round begins with another server, so that none always follows the same one. */
function inTurn(list, round) {
  const start = round % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/** The floor must give the answer that Beckon gives, or the ratio between them means nothing. */
function differences(id, samples) {
  const floor = samples.get("floor");
  const beckon = samples.get("beckon");
  if (floor === undefined || beckon === undefined) return [];
  const [ours, theirs] = [withoutIds(beckon), withoutIds(floor)];
  if (isDeepStrictEqual(ours, theirs)) return [];
  const brief = (messages) =>
    `${JSON.stringify(messages).length} bytes, …${JSON.stringify(messages.at(-1)).slice(-200)}`;
  return [`${id}: the answers differ. Beckon: \`${brief(ours)}\`. Floor: \`${brief(theirs)}\`.`];
}

function withoutIds(messages) {
  return messages.map(({ id, params, ...rest }) => ({
    ...rest,
    params: { ...params, progressToken: undefined },
  }));
}
