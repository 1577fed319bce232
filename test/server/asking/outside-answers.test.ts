// Answers from outside, on an engine that several nodes share.

import { expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import type { Engine } from "../../../src/index.js";
import { createSealedRecords } from "../../../src/replay/sealed-records.js";
import { createKeyRing } from "../../../src/seal/key-ring.js";
import { createOutsideAnswers, type OutsideAnswers } from "../../../src/server/asking/outside-answers.js";
import { gate } from "./talk.js";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const hints = { tell() {}, hear: () => () => {} };
const asked = { isPage: false, digest: "d", expiresAt: Date.now() + 60_000 };

/** The answers as a node with a key sees them. */
function node(engine: Engine, key: string): OutsideAnswers {
  const records = createSealedRecords(engine.records, () => createKeyRing([key.repeat(32)]), true);
  return createOutsideAnswers({ records, hints, logger, lookAgain: undefined });
}

it("a settled answer is not written over by a node that cannot read it", async () => {
  const engine = createMemoryEngine();
  const [one, two] = [node(engine, "a"), node(engine, "b")];
  await one.open("id", asked);
  await one.settle("id", { action: "decline" });
  await two.open("id", asked);
  expect(await one.find("id")).toMatchObject({ answer: { action: "decline" } });
});

it("an answer that comes while another is being written counts for nothing", async () => {
  const engine = createMemoryEngine();
  const { records } = engine;
  const [reached, release] = [gate(), gate()];
  const slow: Engine = {
    ...engine,
    records: {
      ...records,
      async put(...given) {
        reached.open();
        await release.opened;
        return records.put(...given);
      },
    },
  };
  const [one, two] = [node(slow, "a"), node(engine, "a")];
  await two.open("id", asked);
  const late = one.settle("id", { action: "decline" });
  await reached.opened;
  expect(await two.settle("id", { action: "cancel", reason: "gone" })).toBe("settled");
  release.open();
  expect(await late).toBe("already");
  expect(await two.find("id")).toMatchObject({ answer: { action: "cancel" } });
});
