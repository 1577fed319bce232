// How far an audit has come: one cursor for each file, which two writers do not move at once.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createAuditCursor } from "../../src/app/audit/audit-cursor.js";
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
  const cursorOf = (name: string) =>
    createAuditCursor({ path: join(folder, name), engine, logger: silent, newFeed });
  return { folder, cursorOf };
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
