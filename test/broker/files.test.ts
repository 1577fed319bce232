import { expect, test } from "vitest";
import type { FileReference } from "../../src/core/elicitation/answer.js";
import { sealedStage } from "./sealed-stage.js";
import { created, createStage } from "./stage.js";

const schema = {
  type: "object",
  properties: { scans: { type: "file", maxBytes: 1_000_000, maxFiles: 3 } },
  required: ["scans"],
} as const;

const file = { name: "C:\\docs\\scan.pdf", type: "application/pdf", maxBytes: 1_000_000 };

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += size) yield bytes.subarray(from, from + size);
}

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 31) % 251);

async function written(
  stage: ReturnType<typeof createStage>,
  id: string,
  bytes = bytesOf(10),
): Promise<FileReference> {
  const writing = await stage.broker.files.write(id, file, chunks(bytes, 10_000));
  if (!writing.ok) throw new Error(writing.reason);
  return writing.file;
}

async function read(
  stage: ReturnType<typeof createStage>,
  reference: FileReference,
): Promise<Buffer | undefined> {
  const stream = await stage.broker.files.open(reference);
  if (stream === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

const recordsOf = async ({ engine }: ReturnType<typeof createStage>) =>
  (await engine.records.list("elicitation-", undefined, 1_000)).filter(({ key }) => !key.includes("lease"));

test.each([
  ["in memory", createStage],
  ["sealed", sealedStage],
])("a file comes back as it was written, %s", async (_, make) => {
  const stage = make();
  const id = await created(stage.broker, { schema });
  for (const length of [0, 1, 65_536, 65_537, 300_000]) {
    const bytes = bytesOf(length);
    const reference = await written(stage, id, bytes);
    expect(reference).toMatchObject({ name: "scan.pdf", type: "application/pdf", bytes: length });
    expect(Buffer.compare((await read(stage, reference)) ?? Buffer.alloc(1), Buffer.from(bytes))).toBe(0);
  }
});

test("a sealed file leaves nothing in the clear, and its pieces cannot change places", async () => {
  const stage = sealedStage();
  const id = await created(stage.broker, { schema });
  const text = "the launch code is 0000; ";
  const reference = await written(stage, id, Buffer.from(text.repeat(6_000)));
  const kept = await recordsOf(stage);
  expect(kept.length).toBeGreaterThan(3);
  for (const { value } of kept) {
    expect(value).not.toContain("launch");
    expect(Buffer.from(value, "base64url").toString("latin1")).not.toContain("launch");
  }
  const [first, second] = kept.filter(({ key }) => key.startsWith("elicitation-piece:"));
  await stage.engine.records.put(first?.key ?? "", second?.value ?? "");
  await expect(read(stage, reference)).rejects.toMatchObject({ code: "unreadable" });
});

test("an answer may name files of its own elicitation only, as they are", async () => {
  const stage = createStage();
  const id = await created(stage.broker, { schema });
  const other = await created(stage.broker, { schema });
  const own = await written(stage, id);
  const foreign = await written(stage, other);
  const settle = (scans: readonly unknown[]) =>
    stage.broker.settle(id, { action: "accept", content: { scans } });
  const invalid = { ok: false, reason: "invalid", problems: [{ path: "scans" }] };
  expect(await settle([foreign])).toMatchObject(invalid);
  expect(await settle([{ ...own, bytes: 1 }])).toMatchObject(invalid);
  expect(await settle([{ ...own, name: "invoice.pdf" }])).toMatchObject(invalid);
  expect(await settle([{ ...own, type: "text/html" }])).toMatchObject(invalid);
  expect(await settle([{ ...own, id: `${id}~made-up` }])).toMatchObject(invalid);
  expect(await settle([own])).toMatchObject({ ok: true });
  expect(await stage.broker.getAnswer(id)).toMatchObject({ content: { scans: [own] } });
});

test("a file that is too large, broken off or of nobody leaves nothing behind", async () => {
  const stage = createStage();
  const id = await created(stage.broker, { schema });
  const write = (bytes: AsyncIterable<Uint8Array>, fields = {}, to = id) =>
    stage.broker.files.write(to, { ...file, ...fields }, bytes);
  expect(await write(chunks(bytesOf(200_000), 1_000), { maxBytes: 199_999 })).toEqual({
    ok: false,
    reason: "too-large",
    maxBytes: 199_999,
  });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield bytesOf(100_000);
    throw new Error("The connection broke.");
  }
  await expect(write(broken())).rejects.toThrow("The connection broke.");
  const controller = new AbortController();
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (let times = 0; times < 10; times += 1) {
      if (times === 5) controller.abort(new Error("enough"));
      yield bytesOf(65_536);
    }
  }
  await expect(write(endless(), { signal: controller.signal })).rejects.toThrow("enough");
  expect(await write(chunks(bytesOf(1), 1), {}, "nobody")).toEqual({ ok: false, reason: "unknown" });
  expect(await recordsOf(stage)).toEqual([]);
  await stage.broker.settle(id, { action: "cancel" });
  expect(await write(chunks(bytesOf(1), 1))).toEqual({ ok: false, reason: "settled" });
});

test("an elicitation takes so many files and bytes, and no more", async () => {
  const stage = createStage({ files: { maxFiles: 2, maxBytes: 1_000 } });
  const id = await created(stage.broker, { schema });
  const write = (length: number) => stage.broker.files.write(id, file, chunks(bytesOf(length), 100));
  await written(stage, id, bytesOf(900));
  expect(await write(101)).toEqual({ ok: false, reason: "too-large", maxBytes: 100 });
  await written(stage, id, bytesOf(100));
  expect(await write(1)).toEqual({ ok: false, reason: "too-many", maxFiles: 2 });
});

test.each(["declined", "expired", "withdrawn", "forgotten", "not named"])(
  "the files of an elicitation that is %s are deleted",
  async (end) => {
    const stage = createStage({ sweepMs: 1_000, retentionMs: 3_000 });
    const { broker, clock } = stage;
    const id = await created(broker, { schema, timeoutMs: 2_000 });
    const named = await written(stage, id);
    const unnamed = await written(stage, id, bytesOf(100_000));
    if (end === "declined") await broker.settle(id, { action: "decline" });
    if (end === "withdrawn") await broker.withdraw(id, "over");
    if (end === "forgotten" || end === "not named")
      await broker.settle(id, { action: "accept", content: { scans: [named] } });
    const seconds = end === "forgotten" ? 6 : end === "expired" ? 4 : 2;
    for (let second = 0; second < seconds; second += 1) await clock.advance(1_000);
    expect(await broker.files.open(unnamed)).toBeUndefined();
    expect((await broker.files.open(named)) === undefined).toBe(end !== "not named");
    expect(await recordsOf(stage)).toHaveLength(end === "not named" ? 2 : 0);
  },
);

test("an upload that a dead process left behind is deleted in the end", async () => {
  const stage = createStage({ sweepMs: 60_000 });
  const id = await created(stage.broker, { schema });
  async function* stuck(): AsyncGenerator<Uint8Array> {
    yield bytesOf(100_000);
    await new Promise(() => {});
  }
  void stage.broker.files.write(id, file, stuck());
  await stage.clock.advance(1_000);
  expect((await recordsOf(stage)).length).toBeGreaterThan(0);
  for (let minutes = 0; minutes < 65; minutes += 1) await stage.clock.advance(60_000);
  expect(await recordsOf(stage)).toEqual([]);
});

test.each([
  ["in memory", createStage],
  ["sealed", sealedStage],
])("uploads at once keep no more bytes than may be kept together, %s", async (_, make) => {
  const stage = make({ files: { maxBytes: 200_000 } });
  const id = await created(stage.broker, { schema });
  const large = bytesOf(150_000);
  const writings = await Promise.all(
    Array.from({ length: 10 }, () => stage.broker.files.write(id, file, chunks(large, 10_000))),
  );
  expect(writings.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
  const small = await Promise.all(
    Array.from({ length: 4 }, () => stage.broker.files.write(id, file, chunks(bytesOf(10_000), 1_000))),
  );
  expect(small.filter(({ ok }) => ok)).toHaveLength(4);
  const kept = (await recordsOf(stage)).filter(({ key }) => key.includes("piece"));
  expect(kept).toHaveLength(4 + 3 * writings.filter(({ ok }) => ok).length);
});

test("more than a hundred files of one elicitation are counted, too", async () => {
  const stage = createStage({ files: { maxFiles: 105 } });
  const id = await created(stage.broker, { schema });
  for (let count = 0; count < 105; count += 1) await written(stage, id, bytesOf(1));
  expect(await stage.broker.files.write(id, file, chunks(bytesOf(1), 1))).toEqual({
    ok: false,
    reason: "too-many",
    maxFiles: 105,
  });
});

test.each([{ maxFiles: Number.NaN }, { maxFiles: 0 }, { maxBytes: Number.NaN }, { maxBytes: "1" as never }])(
  "limits of files of %j are refused",
  (files) => {
    expect(() => createStage({ files })).toThrowError(expect.objectContaining({ code: "invalid-option" }));
  },
);

test("a file whose note or answer cannot be read keeps no other from being deleted", async () => {
  const stage = sealedStage({ sweepMs: 1_000 });
  const { engine } = stage;
  const left = await created(stage.broker, { id: "a", schema });
  const spoilt = await created(stage.broker, { id: "b", schema });
  const answered = await created(stage.broker, { id: "c", schema });
  const over = await created(stage.broker, { id: "d", schema });
  await written(stage, left);
  await written(stage, spoilt);
  const given = await written(stage, answered);
  await written(stage, over);
  for (const { key } of await engine.records.list("elicitation-file:b~", undefined, 10))
    await engine.records.put(key, "no note");
  await stage.broker.settle(answered, { action: "accept", content: { scans: [given] } });
  await engine.elicitations.change(answered, 2, { outcome: "no outcome" }, 1);
  await stage.broker.withdraw(over, "Over.");
  await stage.clock.advance(1_100);
  await stage.clock.advance(1_100);
  const notes = (await recordsOf(stage)).flatMap(({ key }) => /^elicitation-file:(.)/.exec(key)?.[1] ?? []);
  expect(notes).toEqual(["a", "b", "c"]);
  expect(stage.lines.some(({ message }) => message === "The note of a file cannot be read.")).toBe(true);
});
