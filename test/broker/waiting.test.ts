import { expect, test } from "vitest";
import type { Engine } from "../../src/index.js";
import { keys } from "./sealed-stage.js";
import { created, createStage } from "./stage.js";

/** An engine whose reading of one elicitation fails as often as is said. */
function failingReads(fails: Map<string, number>): (engine: Engine) => Engine {
  return (engine) => ({
    ...engine,
    elicitations: {
      ...engine.elicitations,
      async get(id) {
        const left = fails.get(id) ?? 0;
        if (left > 0) {
          fails.set(id, left - 1);
          throw new Error("busy");
        }
        return engine.elicitations.get(id);
      },
    },
  });
}

test("an answer that cannot be read once reaches who waits all the same, and the others at once", async () => {
  const fails = new Map<string, number>();
  const one = createStage({ wrap: failingReads(fails), rereadMs: 1_000 });
  const other = createStage({ engine: one.engine, clock: one.clock });
  const ids = ["a", "b", "c"];
  for (const id of ids) await created(other.broker, { id });
  const answers = new Map<string, unknown>();
  const waiting = ids.map(async (id) => void answers.set(id, await one.broker.wait(id)));
  await one.clock.advance(10);
  for (const id of ids) {
    const record = await one.engine.elicitations.get(id);
    await one.engine.elicitations.change(
      id,
      record?.version ?? 0,
      { status: "declined", outcome: `[${one.clock.now()},0,0,0,0]` },
      one.clock.now(),
    );
  }
  fails.set("a", 2);
  await one.clock.advance(1_000);
  expect([...answers.keys()].sort()).toEqual(["b", "c"]);
  await one.clock.advance(3_000);
  await Promise.all(waiting);
  expect(answers.get("a")).toEqual({ action: "decline" });
});

test("who waits for an answer that this broker's keys do not open is told so", async () => {
  const wrap = (engine: Engine): Engine => ({ ...engine, durable: true });
  const one = createStage({ wrap, keys });
  const other = createStage({ engine: one.engine, clock: one.clock, keys: ["n".repeat(32), ...keys] });
  const id = await created(one.broker);
  const waiting = one.broker.wait(id);
  const refused = expect(waiting).rejects.toMatchObject({ code: "unreadable" });
  await one.clock.advance(10);
  await other.broker.settle(id, { action: "decline" });
  await refused;
});

test("who waits for what is forgotten before it was told hears that there is nothing", async () => {
  const silent = (engine: Engine): Engine => ({
    ...engine,
    bus: { ...engine.bus, subscribe: () => () => {} },
  });
  const one = createStage({ wrap: silent, rereadMs: 1_000, sweepMs: 60_000 });
  const other = createStage({ engine: one.engine, clock: one.clock, retentionMs: 0, sweepMs: 60_000 });
  await one.clock.advance(10);
  const id = await created(other.broker);
  const waiting = one.broker.wait(id);
  await one.clock.advance(10);
  await other.broker.settle(id, { action: "decline" });
  await one.engine.elicitations.forget(one.clock.now(), 10);
  await one.clock.advance(2_000);
  expect(await waiting).toBeUndefined();
});

test("a hundred who wait at once are no leak to the runtime, and all hear of the end", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on("warning", listen);
  const { broker } = createStage();
  const ids = await Promise.all(Array.from({ length: 100 }, () => created(broker)));
  const waiting = ids.map((id) => expect(broker.wait(id)).rejects.toMatchObject({ code: "closed" }));
  await new Promise((resolve) => setImmediate(resolve));
  await broker.close();
  await Promise.all(waiting);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});
