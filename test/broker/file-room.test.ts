// How much the files of all elicitations may take together, whoever uploads, and what is given back.

import { expect, test } from "vitest";
import type { FileReference } from "../../src/core/elicitation/answer.js";
import { sealedStage } from "./sealed-stage.js";
import { asker, created, createStage } from "./stage.js";

const schema = {
  type: "object",
  properties: { scans: { type: "file", maxBytes: 1_000_000, maxFiles: 3 } },
} as const;

type Stage = ReturnType<typeof createStage>;

async function* bytes(length: number): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0; left -= 10_000) yield new Uint8Array(Math.min(left, 10_000));
}

/** Uploads a file for an elicitation of its own. */
async function upload({ broker }: Stage, length: number, timeoutMs = 60_000, whose = asker) {
  const id = await created(broker, { schema, timeoutMs, asker: whose });
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

const principalFull = { ok: false, reason: "full-for-principal", maxBytesPerPrincipal: 100_000 };
const bob = { ...asker, principalId: "bob" };
const nobodyOf = (server: string) => ({ ...asker, server, principalId: undefined });

test.each([
  ["in memory", createStage],
  ["sealed", sealedStage],
])("what one principal has taken leaves the others their room, %s", async (_, make) => {
  const stage = make({ files: { ...files, maxBytesPerPrincipal: 100_000 } });
  const writings = await Promise.all(Array.from({ length: 20 }, () => upload(stage, 30_000)));
  expect(writings.filter(({ ok }) => ok).length).toBeLessThanOrEqual(3);
  for (const writing of writings) if (!writing.ok) expect(writing).toEqual(principalFull);
  expect(await upload(stage, 90_001)).toEqual(principalFull);
  expect((await upload(stage, 100_000, 60_000, bob)).ok).toBe(true);
  expect(await upload(stage, 1, 60_000, bob)).toEqual(principalFull);
});

test("those of nobody who is known share the room of one principal, for each asker", async () => {
  const stage = createStage({ files: { maxBytesPerPrincipal: 100_000 } });
  expect((await upload(stage, 100_000, 60_000, nobodyOf("tables"))).ok).toBe(true);
  expect(await upload(stage, 1, 60_000, nobodyOf("tables"))).toEqual(principalFull);
  expect((await upload(stage, 100_000, 60_000, nobodyOf("chairs"))).ok).toBe(true);
});

test("what is deleted makes room for its principal, and what there was no room for in all takes none", async () => {
  const stage = createStage({
    files: { maxTotalBytes: 150_000, maxBytesPerPrincipal: 100_000 },
    sweepMs: 1_000,
  });
  const first = await kept(stage, 100_000);
  expect(await upload(stage, 1)).toEqual(principalFull);
  expect(await upload(stage, 60_000, 60_000, bob)).toMatchObject({ reason: "full" });
  await stage.broker.files.remove(first);
  await kept(stage, 50_000, 2_000);
  expect((await upload(stage, 100_000, 60_000, bob)).ok).toBe(true);
  for (let second = 0; second < 4; second += 1) await stage.clock.advance(1_000);
  await kept(stage, 50_000);
});

test("a wrong number of a principal is found by the sweep, too low or too high", async () => {
  const stage = createStage({ files: { maxBytesPerPrincipal: 100_000 }, sweepMs: 1_000 });
  const { records } = stage.engine;
  await kept(stage, 60_000);
  await records.put("files-taken-by:principal ada", "0");
  await records.put("files-taken-by:principal bob", "100000");
  expect(await upload(stage, 1, 60_000, bob)).toEqual(principalFull);
  for (let second = 0; second < 3; second += 1) await stage.clock.advance(1_000);
  expect(await upload(stage, 50_000)).toEqual(principalFull);
  expect((await upload(stage, 100_000, 60_000, bob)).ok).toBe(true);
});

test("room that is no whole number of bytes is refused", () => {
  for (const bytes of [0, -1, Number.NaN, "1" as never])
    for (const name of ["maxTotalBytes", "maxBytesPerPrincipal"])
      expect(() => createStage({ files: { [name]: bytes } })).toThrowError(
        expect.objectContaining({ code: "invalid-option" }),
      );
});
