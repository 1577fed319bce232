// Answers from outside, on an engine that nodes with other keys share.

import { expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createSealedRecords } from "../../../src/replay/sealed-records.js";
import { createKeyRing } from "../../../src/seal/key-ring.js";
import { createOutsideAnswers } from "../../../src/server/asking/outside-answers.js";

it("a settled answer is not written over by a node that cannot read it", async () => {
  const engine = createMemoryEngine();
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const hints = { tell() {}, hear: () => () => {} };
  const node = (key: string) => {
    const records = createSealedRecords(engine.records, () => createKeyRing([key.repeat(32)]), true);
    return createOutsideAnswers({ records, hints, logger, lookAgain: undefined });
  };
  const [one, two] = [node("a"), node("b")];
  const asked = { isPage: false, digest: "d", expiresAt: Date.now() + 60_000 };
  await one.open("id", asked);
  await one.settle("id", { action: "decline" });
  await two.open("id", asked);
  expect(await one.find("id")).toMatchObject({ answer: { action: "decline" } });
});
