// Two nodes on one SQLite file, killed without a word again and again: nothing is lost, nothing is answered twice, and
// a step happens again only when its process died between the effect and its record, and no node logs an error.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom } from "./random.js";
import { createService, type EffectLine, killNode, type NodeProcess } from "./start-node.js";
import { legacyTrip, modernTrip, openTripSession, type TripWorld } from "./trip-clients.js";

const KILLS = Number(process.env.BECKON_KILLS ?? 200);
/** Processes that are started meanwhile: one takes a tenth of a second, or several when the machine is busy. */
const SPARES = 4;
const CLIENTS = 8;
const LEASE_MS = 1500;
const SEED = Number(process.env.BECKON_SEED ?? Date.now() % 1_000_000);

test(`a service of two nodes survives kills at any moment (seed ${SEED})`, async () => {
  using service = createService(LEASE_MS);
  const killed = new Set<number>();
  let nodes: readonly NodeProcess[] = await Promise.all([service.start(), service.start()]);
  const world: TripWorld = {
    random: createRandom(SEED, 1),
    nodes: () => nodes,
    problems: [],
    counts: { lost: 0, resumed: 0, repeated: 0, twins: 0 },
  };
  let isOver = false;
  let trips = 0;

  async function client(index: number): Promise<void> {
    const session = index % 2 === 0 ? await openTripSession(world) : undefined;
    for (let count = 1; !isOver; count += 1) {
      const trip = `${index}.${count}`;
      if (session) await legacyTrip(world, trip, count, session);
      else await modernTrip(world, trip);
      trips += 1;
    }
  }

  async function killer(): Promise<void> {
    const random = createRandom(SEED, 2);
    const spares = Array.from({ length: SPARES }, () => service.start());
    while (killed.size < KILLS) {
      await sleep(random.below(200));
      // Now and then both at once: then nobody is there for a moment.
      const victims = random.chance(0.2) ? nodes : [random.pick(nodes)];
      nodes = nodes.filter((node) => !victims.includes(node));
      await Promise.all(victims.map(killNode));
      for (const { pid } of victims) {
        killed.add(pid);
        const spare = spares.shift();
        spares.push(service.start());
        // It was started meanwhile.
        if (spare !== undefined) nodes = [...nodes, await spare];
      }
    }
    isOver = true;
    world.calmAt = Date.now();
    await Promise.all(spares.map(async (spare) => killNode(await spare)));
  }

  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, (_, index) => client(index))]);
  expect(world.problems).toEqual([]);
  const lines = service.effects();
  expect(lines.filter(({ did }) => did === "error")).toEqual([]);
  expect(service.complaints).toEqual([]);
  const repeated = checkEffects(
    lines.filter(({ did }) => did === "effect" || did === "seen"),
    (pid) => killed.has(pid) || lines.some((line) => line.did === "fenced" && line.pid === pid),
  );
  console.log(
    `${killed.size} kills, ${trips} trips, ${repeated} effects repeated by a kill, ${lines.filter(({ did }) => did === "fenced").length} fenced, ${JSON.stringify(world.counts)}`,
  );
  for (const node of nodes) await killNode(node);
}, 600_000);

/** Every effect happened once in its run, unless its process died before anybody knew of it; gives how many did not. */
function checkEffects(lines: readonly EffectLine[], hasDied: (pid: number) => boolean): number {
  const last = new Map<string, EffectLine>();
  const runs = new Map<string, string>();
  let repeated = 0;
  for (const line of lines) {
    const name = `${line.runId} ${line.key}`;
    const before = last.get(name);
    if (line.did === "effect" && before !== undefined) {
      repeated += 1;
      expect(before.did, `${name} of trip ${line.trip} was known of before it happened again`).toBe("effect");
      expect(hasDied(before.pid), `${name} of trip ${line.trip} happened again, and nobody died`).toBe(true);
    }
    last.set(name, line.did === "seen" || before?.did !== "seen" ? line : before);
    expect(runs.get(line.trip) ?? line.runId, `runs of trip ${line.trip}`).toBe(line.runId);
    runs.set(line.trip, line.runId);
  }
  return repeated;
}
