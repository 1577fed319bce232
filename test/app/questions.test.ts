// What is kept of questions besides the questions themselves.

import { expect, test } from "vitest";
import { createAskedRecords } from "../../src/app/questions/asked-records.js";
import { createQuestions } from "../../src/app/questions/questions.js";
import { createSecretKeeper } from "../../src/app/questions/secret-keeper.js";
import { createBroker } from "../../src/broker/create-broker.js";
import { systemClock } from "../../src/core/clock.js";
import { consoleLogger } from "../../src/core/logger.js";
import { createMemoryEngine } from "../../src/engines/memory/engine.js";
import { createSealedRecords } from "../../src/replay/sealed-records.js";
import { createKeyRing } from "../../src/seal/key-ring.js";
import { createMemoryVault } from "../../src/secrets/memory-vault.js";

test("what is refused leaves no record behind, however often it is asked", async () => {
  const engine = createMemoryEngine();
  const { records } = engine;
  const broker = createBroker({ engine, limits: { perMinute: 1, maxOpen: 100 } });
  const ring = createKeyRing(["k".repeat(32)]);
  const asked = createAskedRecords(createSealedRecords(records, () => ring, false));
  const shared = { broker, asked, records, clock: systemClock, keepMs: 1_000_000 };
  const keeper = createSecretKeeper({ ...shared, vault: createMemoryVault(), logger: consoleLogger });
  const questions = createQuestions({ ...shared, keeper, stopping: new AbortController().signal });
  const ask = (prompt: string, timeoutSeconds?: number) =>
    questions.ask({
      spec: { type: "text", prompt, sensitive: false, ...(timeoutSeconds && { timeoutSeconds }) },
      asker: {
        server: "agent",
        method: "tools/call",
        target: "elicit",
        client: undefined,
        principalId: "token:1",
        runId: "r",
      },
    });
  await ask("first?");
  const before = (await records.list("app:", undefined, 100)).length;
  for (const prompt of ["a?", "b?", "c?"]) expect(await ask(prompt)).toHaveProperty("retryAfterMs");
  await expect(ask("when?", 1e12)).rejects.toThrow(/timeoutMs/);
  expect(await records.list("app:", undefined, 100)).toHaveLength(before);
  await keeper.close();
  await broker.close();
  await engine.close();
});
