/**
 * Times pairs of create and settle of one subject, with so many pending. Answers what it is asked over IPC:
 * `{ fill }`, then `{ pairs, callers }` any number of times. `node broker/time-broker.mjs subject dist`
 */
import { createSubject } from "./subjects.mjs";

const [name, dist] = process.argv.slice(2);
const subject = await createSubject(name, dist);

/** Varied, so that deadlines are. None comes while the bench runs. */
let last = 0;
const timeoutMs = () => {
  last = (last * 1_103_515_245 + 12_345) % 2_147_483_648;
  return 3_600_000 + (last % 3_600_000);
};

async function fill(count) {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  subject.fill?.(count, timeoutMs);
  for (let made = subject.fill ? count : 0; made < count; ) {
    const batch = Math.min(count - made, 256);
    const creations = Array.from({ length: batch }, () => subject.create(timeoutMs()));
    await Promise.all(creations);
    made += batch;
  }
  globalThis.gc?.();
  return { bytesEach: count === 0 ? 0 : (process.memoryUsage().heapUsed - before) / count };
}

/** Batches small enough that the loop turns, as it does in a server. */
const batchSize = 100;

async function timePairs(pairs) {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  for (let done = 0; done < pairs; ) {
    for (let left = batchSize; left > 0; left--, done++) subject.settle(subject.create(timeoutMs()));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: (pairs * 1000) / (performance.now() - startedAt),
    perProcessorSecond: (pairs * 1e6) / (user + system),
  };
}

async function timeAsyncPairs(pairs, callers) {
  let left = pairs;
  const isAlone = callers === 1;
  const latencies = [];
  const call = async () => {
    for (; left > 0; ) {
      left -= 1;
      const startedAt = performance.now();
      await subject.settle(await subject.create(timeoutMs(), isAlone), isAlone);
      latencies.push(performance.now() - startedAt);
    }
  };
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  const perSecond = (pairs * 1000) / (performance.now() - startedAt);
  const { user, system } = process.cpuUsage(before);
  return { perSecond, perProcessorSecond: (pairs * 1e6) / (user + system), ...percentiles(latencies) };
}

/** One pair at a time, timed by itself. */
function timeSinglePairs(pairs) {
  const latencies = [];
  for (let done = 0; done < pairs; done++) {
    const startedAt = performance.now();
    subject.settle(subject.create(timeoutMs()));
    latencies.push(performance.now() - startedAt);
  }
  return percentiles(latencies);
}

function percentiles(latencies) {
  latencies.sort((one, other) => one - other);
  const at = (share) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] * 1000;
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) };
}

process.on("message", async ({ fill: count, pairs, callers }) => {
  if (count !== undefined) return process.send(await fill(count));
  if (callers !== undefined) return process.send(await timeAsyncPairs(pairs, callers));
  process.send({ ...(await timePairs(pairs)), ...timeSinglePairs(Math.ceil(pairs / 10)) });
});
process.send({ ready: true });
