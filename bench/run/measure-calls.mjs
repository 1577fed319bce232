/** Measures one kind of call on several servers, round by round in turn, and checks that their answers agree. */
import { isDeepStrictEqual } from "node:util";
import { startServer } from "./start-server.mjs";

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
export async function measureCalls(context, variant) {
  const { era, call, connections, tools = 1, unit = "calls/s" } = variant;
  const chosen = context.servers.filter((server) => server.eras.includes(era));
  const values = new Map(chosen.map(({ name }) => [name, []]));
  const perProcessorSecond = new Map(chosen.map(({ name }) => [name, []]));
  const samples = new Map();
  const { rounds, settleMs, warmupMs, durationMs } = context.effort;

  const starting = chosen.map(({ name }) =>
    startServer(name, context.serverOptions(name, { tools, progress: call === "count" })),
  );
  try {
    const running = await Promise.all(starting);
    // Round 0 is thrown away: it is for the compiler.
    for (let round = 0; round <= rounds; round++) {
      for (const server of inTurn(running, round)) {
        const job = {
          port: server.port,
          path: server.path,
          era,
          call,
          tools,
          connections,
          durationMs,
          warmupMs,
        };
        const measured = await calls(context, server, round === 0 ? { ...job, durationMs: settleMs } : job);
        samples.set(server.name, measured.sample);
        if (round === 0) continue;
        values.get(server.name).push(measured.perSecond);
        perProcessorSecond.get(server.name).push(measured.perProcessorSecond);
        context.usage.push({
          id: variant.id,
          server: server.name,
          load: measured.loadCpu,
          own: measured.serverCpu,
        });
      }
    }
  } finally {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map(({ value }) => value?.stop()));
  }
  const { id, title } = variant;
  return {
    id,
    title,
    unit,
    better: "higher",
    values,
    perProcessorSecond,
    notes: differences(variant, samples),
  };
}

async function calls(context, server, job) {
  const from = { at: performance.now(), cpu: await server.cpu() };
  try {
    const measured = await context.load.calls(job);
    const { user, system } = await server.cpu();
    const seconds = (performance.now() - from.at) / 1000;
    const busySeconds = (user + system - from.cpu.user - from.cpu.system) / 1e6;
    return {
      ...measured,
      serverCpu: busySeconds / seconds,
      perProcessorSecond: measured.answered / busySeconds,
    };
  } catch (error) {
    throw new Error(
      `${server.name}, ${job.era} ${job.call}, ${job.connections} connections: ${error.message}`,
    );
  }
}

/** Every round begins with another server, so that none always follows the same one. */
function inTurn(list, round) {
  const start = round % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/** The floor must give the answer that Beckon gives, or the ratio between them means nothing. */
function differences({ id }, samples) {
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
