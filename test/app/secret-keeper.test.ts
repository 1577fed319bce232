// Who puts sensitive answers into the vault goes on when the engine fails for a while.

import { expect, test } from "vitest";
import { createAskedRecords } from "../../src/app/questions/asked-records.js";
import { createSecretKeeper, SECRET_OWNER } from "../../src/app/questions/secret-keeper.js";
import { createBroker } from "../../src/broker/create-broker.js";
import type { RecordStore } from "../../src/core/engine/records.js";
import { createMemoryEngine } from "../../src/engines/memory/engine.js";
import { createSealedRecords } from "../../src/replay/sealed-records.js";
import { createKeyRing } from "../../src/seal/key-ring.js";
import { createMemoryVault } from "../../src/secrets/memory-vault.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";

test("an answer is put into the vault also when the engine had failed before", async () => {
  const clock = createFakeClock();
  const engine = createMemoryEngine({ clock });
  let isBroken = true;
  const records: RecordStore = {
    ...engine.records,
    get(key) {
      if (isBroken) throw new Error("The disk is away.");
      return engine.records.get(key);
    },
  };
  const broker = createBroker({ engine, clock, limits: false });
  const ring = createKeyRing(["k".repeat(32)]);
  const asked = createAskedRecords(createSealedRecords(engine.records, () => ring, false));
  const vault = createMemoryVault();
  const errors: string[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const keeper = createSecretKeeper({ broker, asked, records, vault, clock, logger, keepMs: 1_000_000 });
  await clock.advance(0);
  expect(errors).toHaveLength(1);

  isBroken = false;
  await clock.advance(10_000);
  const creation = await broker.create({
    message: "The key?",
    schema: { type: "object", properties: { key: { type: "secret", title: "Key" } }, required: ["key"] },
    asker: { server: "ci", method: "api", runId: "r" },
  });
  const id = creation.ok ? creation.elicitation.id : "";
  await broker.settle(id, { action: "accept", content: { key: "sk-live" } });
  await expect.poll(async () => (await vault.names(SECRET_OWNER)).length).toBe(1);

  await keeper.close();
  await broker.close();
  await engine.close();
});
