/** Keeps a number of lines busy, each with one turn after the other, and counts the turns. */
import { performance } from "node:perf_hooks";
import { firstId } from "./requests.mjs";

/**
 * @typedef {object} Line
 * @property {(id: number, onDone: () => void) => void} run  One turn, with a JSON-RPC id that no other has.
 *
 * @param {{ warmupMs: number, durationMs: number }} job
 * @param {readonly Line[]} lines
 * @returns {Promise<{ perSecond: number, answered: number, loadCpu: number }>}
 */
export async function keepBusy({ warmupMs, durationMs }, lines) {
  let id = firstId;
  let answered = 0;
  let running = true;
  const idle = lines.map(
    (line) =>
      new Promise((resolve) => {
        const next = () =>
          line.run(id++, () => {
            answered++;
            if (running) next();
            else resolve();
          });
        next();
      }),
  );

  await sleep(warmupMs);
  const from = { at: performance.now(), answered, cpu: process.cpuUsage() };
  await sleep(durationMs);
  const seconds = (performance.now() - from.at) / 1000;
  const counted = answered - from.answered;
  const { user, system } = process.cpuUsage(from.cpu);
  running = false;
  await Promise.all(idle);

  if (counted === 0) throw new Error("No call was answered within the measured time.");
  return { perSecond: counted / seconds, answered, loadCpu: (user + system) / 1e6 / seconds };
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
