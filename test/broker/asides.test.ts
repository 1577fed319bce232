// What people put aside.

import { expect, it } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";

it("two who put something aside at once lose neither", async () => {
  const broker = createBroker({ engine: createMemoryEngine() });
  const ids = Array.from({ length: 20 }, (_, index) => `e${index}`);
  await Promise.all(ids.map((id) => broker.asides.add("ada", id)));
  expect([...(await broker.asides.list("ada"))].sort()).toEqual([...ids].sort());
  await broker.close();
});

it("beyond a thousand the oldest come back", async () => {
  const broker = createBroker({ engine: createMemoryEngine() });
  for (let index = 0; index < 1_001; index += 1) await broker.asides.add("ada", `e${index}`);
  const aside = await broker.asides.list("ada");
  expect(aside.size).toBe(1_000);
  expect([aside.has("e0"), aside.has("e1000")]).toEqual([false, true]);
  await broker.close();
});
