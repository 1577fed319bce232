// How much the files of all elicitations may take together, whoever uploads, and what is given back.

import { expect, test } from "vitest";
import type { FileReference } from "../../src/core/elicitation/answer.js";
import { sealedStage } from "./sealed-stage.js";
import { created, createStage } from "./stage.js";

const schema = {
  type: "object",
  properties: { scans: { type: "file", maxBytes: 1_000_000, maxFiles: 3 } },
} as const;

type Stage = ReturnType<typeof createStage>;

async function* bytes(length: number): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0; left -= 10_000) yield new Uint8Array(Math.min(left, 10_000));
}

/** Uploads a file for an elicitation of its own. */
async function upload({ broker }: Stage, length: number, timeoutMs = 60_000) {
  const id = await created(broker, { schema, timeoutMs });
  return broker.files.write(id, { name: "a", type: "text/plain", maxBytes: 1_000_000 }, bytes(length));
}

async function kept(stage: Stage, length: number, timeoutMs?: number): Promise<FileReference> {
  const writing = await upload(stage, length, timeoutMs);
  if (!writing.ok) throw new Error(writing.reason);
  return writing.file;
}

const full = { ok: false, reason: "full", maxTotalBytes: 300_000 };
const files = { maxTotalBytes: 300_000 };

async function piecesIn({ engine }: Stage): Promise<number> {
  return (await engine.records.list("elicitation-piece:", undefined, 1_000)).length;
}

test.each([
  ["in memory", createStage],
  ["sealed", sealedStage],
])(
  "a hundred uploads at once, each for another elicitation, keep no more than there is room for, %s",
  async (_, make) => {
    const stage = make({ files });
    const writings = await Promise.all(Array.from({ length: 100 }, () => upload(stage, 70_000)));
    const taken = writings.filter(({ ok }) => ok).length;
    expect(taken).toBeLessThanOrEqual(4);
    for (const writing of writings) if (!writing.ok) expect(writing).toEqual(full);
    expect(await piecesIn(stage)).toBe(2 * taken);
    // What was refused took nothing.
    for (let left = 300_000 - taken * 70_000; left >= 70_000; left -= 70_000) await kept(stage, 70_000);
    expect(await upload(stage, 70_000)).toEqual(full);
  },
);

test("what is deleted makes room: by hand, with its elicitation, and when an upload breaks off", async () => {
  const stage = createStage({ files, sweepMs: 1_000 });
  const first = await kept(stage, 250_000);
  expect(await upload(stage, 100_000)).toEqual(full);
  await stage.broker.files.remove(first);
  await stage.broker.files.remove(first);
  await kept(stage, 250_000, 2_000);
  expect(await upload(stage, 100_000)).toEqual(full);
  for (let second = 0; second < 4; second += 1) await stage.clock.advance(1_000);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* bytes(200_000);
    throw new Error("The connection broke.");
  }
  const id = await created(stage.broker, { schema });
  const file = { name: "a", type: "text/plain", maxBytes: 1_000_000 };
  await expect(stage.broker.files.write(id, file, broken())).rejects.toThrow("The connection broke.");
  await kept(stage, 300_000);
  expect(await upload(stage, 1)).toEqual(full);
});

test("two brokers on one engine share the room", async () => {
  const one = sealedStage({ files });
  const other = sealedStage({ files, engine: one.engine, clock: one.clock });
  await kept(one, 200_000);
  expect(await upload(other, 150_000)).toEqual(full);
  await kept(other, 100_000);
  expect(await upload(one, 1)).toEqual(full);
});

test("what a process that died had taken and not used is found by the sweep", async () => {
  const stage = createStage({ files, sweepMs: 1_000 });
  await kept(stage, 100_000);
  await stage.engine.records.put("files-taken", "290000");
  expect(await upload(stage, 100_000)).toEqual(full);
  for (let second = 0; second < 3; second += 1) await stage.clock.advance(1_000);
  await kept(stage, 200_000);
  expect(await upload(stage, 1)).toEqual(full);
});

test("an upload whose elicitation ends and is cleared away under it takes nothing", async () => {
  const stage = createStage({ files, sweepMs: 1_000 });
  await kept(stage, 100_000);
  const id = await created(stage.broker, { schema });
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(100_000);
    await stage.broker.withdraw(id, "Over.");
    for (let second = 0; second < 3; second += 1) await stage.clock.advance(1_000);
    yield new Uint8Array(100_000);
  }
  const file = { name: "a", type: "text/plain", maxBytes: 1_000_000 };
  expect(await stage.broker.files.write(id, file, slow())).toEqual({ ok: false, reason: "settled" });
  expect(await piecesIn(stage)).toBe(2);
  await kept(stage, 200_000);
  expect(await upload(stage, 1)).toEqual(full);
});

test("room that is no whole number of bytes is refused", () => {
  for (const maxTotalBytes of [0, -1, Number.NaN, "1" as never])
    expect(() => createStage({ files: { maxTotalBytes } })).toThrowError(
      expect.objectContaining({ code: "invalid-option" }),
    );
});
