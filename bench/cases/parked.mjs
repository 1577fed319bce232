/** Heap per open legacy elicitation: the question is sent, its stream is open, nobody answers. */
import { askingIn } from "../run/measure-flows.mjs";
import { middle } from "../run/measurement.mjs";
import { startServer } from "../run/start-server.mjs";

/** Compiled code, connection pools and the like belong to no elicitation. */
const warmup = 200;

/** @type {import("../run/context.mjs").Case} */
export const parkedCase = {
  name: "parked",
  title: "Heap per parked legacy elicitation, its session not counted",
  async run(context) {
    const values = new Map();
    for (const entry of askingIn(context.servers, "legacy")) {
      values.set(entry.label, [await bytesPerParked(context, entry)]);
    }
    const heap = {
      id: "parked/heap",
      title: "heap with the open socket",
      unit: "bytes",
      better: "lower",
      values,
    };
    return values.has("floor") ? [heap, aboveFloor(heap)] : [heap];
  },
};

async function bytesPerParked({ load, effort, serverOptions }, { label, name, askedOn, options }) {
  const count = effort.parked;
  const server = await startServer(name, serverOptions(name, options));
  try {
    await load.openParking({ port: server.port, path: server.path, sessions: warmup + count, askedOn });
    await load.park({ count: warmup });
    const before = await server.memory();
    await load.park({ count });
    const after = await server.memory();
    // Fails if a question did not stay open until here.
    await load.release();
    return (after.heapUsed + after.external - before.heapUsed - before.external) / count;
  } catch (error) {
    throw new Error(`${label}, ${count} parked elicitations: ${error.message}`);
  } finally {
    await server.stop();
  }
}

function aboveFloor(heap) {
  const floor = middle(heap, "floor");
  const others = [...heap.values].filter(([label]) => label !== "floor");
  return {
    ...heap,
    id: "parked/above-floor",
    title: "above the floor",
    values: new Map(others.map(([label, bytes]) => [label, bytes.map((value) => value - floor)])),
  };
}
