/** Heap and resident memory per idle legacy session, its connection closed, with one tool and with a hundred. */
import { startServer } from "../run/start-server.mjs";

const kinds = [
  { name: "heap", title: "heap", of: ({ heapUsed, external }) => heapUsed + external },
  { name: "rss", title: "RSS", of: ({ rss }) => rss },
];

/** @type {import("../run/context.mjs").Case} */
export const sessionMemoryCase = {
  name: "session-memory",
  title: "Memory per idle legacy session",
  async run(context) {
    const measurements = [];
    for (const tools of [1, 100]) {
      const ofThese = kinds.map(({ name, title }) => ({
        id: `session-memory/${name}/${tools}`,
        title: `${title}, ${tools} ${tools === 1 ? "tool" : "tools"}`,
        unit: "bytes",
        better: "lower",
        values: new Map(),
      }));
      for (const { name } of context.servers.filter(({ sessions }) => sessions)) {
        const bytes = await bytesPerSession(context, name, tools);
        for (const [kind, { values }] of ofThese.entries()) values.set(name, [bytes[kind]]);
      }
      measurements.push(...ofThese);
    }
    return measurements;
  },
};

async function bytesPerSession(context, name, tools) {
  const { sessions, heavySessions } = context.effort;
  // The peers keep every tool again for every session; ten thousand with a hundred tools would be two gigabytes.
  const light = name === "floor" || name === "beckon" || tools === 1;
  const count = light ? sessions : heavySessions;
  const server = await startServer(name, context.serverOptions(name, { tools }));
  try {
    // Compiled code, connection pools and the like belong to no session.
    await context.load.sessions({ ...server, sessions: 200 });
    const before = await server.memory();
    await context.load.sessions({ ...server, sessions: count });
    const after = await server.memory();
    return kinds.map(({ of }) => (of(after) - of(before)) / count);
  } catch (error) {
    throw new Error(`${name}, ${count} sessions, ${tools} tools: ${error.message}`);
  } finally {
    await server.stop();
  }
}
