/**
 * How long the event loop stands still when very many elicitations end at once: by their deadline, and because their
 * asker went away. Answers what it is asked over IPC: `{ count }`. `node broker/time-stalls.mjs dist`
 */
import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const load = (door) => import(new URL(`${door}.js`, pathToFileURL(`${process.argv[2]}/`)).href);
const { createBroker } = await load("broker/index");
const { createMemoryEngine } = await load("engines/memory/index");

const asker = { server: "tables", method: "tools/call", target: "book_table", runId: "run" };
/** All of them have the same deadline, which comes when they are made. */
const makingMs = 5_000;

async function withBroker(count, act) {
  const engine = createMemoryEngine();
  const broker = createBroker({ engine, limits: false });
  try {
    return await act(broker, engine, (given) => fill(broker, count, given));
  } finally {
    await broker.close();
    await engine.close();
  }
}

async function fill(broker, count, given) {
  for (let made = 0; made < count; made++) {
    broker.create({ message: "A table for how many?", asker, ...given() });
    if (made % 100 === 0) await nextTurn();
  }
}

const hasOpen = async (engine) => {
  const open = await engine.elicitations.list({ status: ["pending", "active"] }, undefined, 1);
  return open.length > 0;
};

const expiring = (count) =>
  withBroker(count, async (_broker, engine, fill) => {
    const deadline = Date.now() + makingMs;
    await fill(() => ({ timeoutMs: Math.max(1, deadline - Date.now()) }));
    return longestTurn(async () => {
      while (await hasOpen(engine)) await nextTurn();
    });
  });

const leaving = (count) =>
  withBroker(count, async (broker, engine, fill) => {
    const lease = await broker.lease();
    await fill(() => ({ lease: lease.id }));
    return longestTurn(async () => {
      await lease.release("The asker has gone.");
      if (await hasOpen(engine)) throw new Error("Not all were withdrawn.");
    });
  });

/** The longest turn of the event loop while something is done, in milliseconds of this thread's own processor time. */
async function longestTurn(work) {
  let longest = 0;
  let isOver = false;
  const measuring = (async () => {
    while (!isOver) {
      const before = threadMs();
      await nextTurn();
      longest = Math.max(longest, threadMs() - before);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await measuring;
  }
  return longest;
}

/** Of this thread where the system tells it, so that a busy machine does not count; by the clock elsewhere. */
function threadMs() {
  if (process.platform !== "linux") return performance.now();
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

process.on("message", async ({ count }) => {
  process.send({ expiring: await expiring(count), leaving: await leaving(count) });
});
process.send({ ready: true });
