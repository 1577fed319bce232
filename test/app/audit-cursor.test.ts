// How far an audit has come: one cursor for each audit, which two writers do not move at once.

import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createAuditCursor } from "../../src/app/audit/audit-cursor.js";
import { readAuditId } from "../../src/app/audit/audit-id.js";
import type { Logger } from "../../src/core/logger.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

function stage() {
  const folder = mkdtempSync(join(tmpdir(), "beckon-audit-cursor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const engine = createMemoryEngine();
  onTestFinished(() => engine.close());
  let feeds = 0;
  const newFeed = (): string => {
    feeds += 1;
    return `feed-${feeds}`;
  };
  const newId = (): string => randomBytes(16).toString("base64url");
  const idOf = (name: string) => readAuditId(join(folder, name), newId);
  const cursorOf = async (name: string) =>
    createAuditCursor({ id: await idOf(name), path: join(folder, name), engine, logger: silent, newFeed });
  return { folder, idOf, cursorOf };
}

it("a cursor that another has moved is not moved back (C15)", async () => {
  const { cursorOf } = stage();
  const [one, two] = [await cursorOf("audit.jsonl"), await cursorOf("audit.jsonl")];
  const found = await one.find([]);
  expect(await two.find([])).toEqual(found);
  await two.moveTo({ ...found, number: 7 });
  await expect(one.moveTo({ ...found, number: 3 })).rejects.toMatchObject({ code: "timed-out" });
  expect(await one.find([])).toEqual({ ...found, number: 7 });
});

it("each file has a cursor of its own, through whatever links its folder is reached (C15)", async () => {
  const { folder, cursorOf } = stage();
  mkdirSync(join(folder, "kept"));
  symlinkSync(join(folder, "kept"), join(folder, "linked"), "dir");
  const kept = await (await cursorOf("kept/audit.jsonl")).find([]);
  expect(await (await cursorOf("linked/audit.jsonl")).find([])).toEqual(kept);
  expect((await (await cursorOf("audit.jsonl")).find([])).feed).not.toBe(kept.feed);
});

it("an audit has a name of its own, for its owner alone, which all get who open it at once (C15)", async () => {
  const { folder, idOf } = stage();
  const ids = await Promise.all(Array.from({ length: 8 }, () => idOf("audit.jsonl")));
  expect(new Set(ids).size).toBe(1);
  expect(await idOf("audit.jsonl")).toBe(ids[0]);
  expect(statSync(join(folder, "audit.jsonl.id")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, "audit.jsonl.id"), "utf8")).toBe(`${ids[0]}\n`);
});

it("what is no name of an audit is refused, with what to do", async () => {
  const { folder, idOf } = stage();
  writeFileSync(join(folder, "audit.jsonl.id"), "\n");
  await expect(idOf("audit.jsonl")).rejects.toThrow("Delete it to have one made");
});

it("a file that has lost its name goes on where its last line was read (C15)", async () => {
  const { folder, cursorOf } = stage();
  const cursor = await cursorOf("audit.jsonl");
  const { feed } = await cursor.find([]);
  rmSync(join(folder, "audit.jsonl.id"));
  const again = await cursorOf("audit.jsonl");
  const last = { event: "asked", position: { feed, number: 0 }, id: "x" };
  const ofClient = { event: "asked", position: undefined, id: "y" };
  expect(await again.find([last, ofClient])).toEqual({ feed, number: 0 });
});
