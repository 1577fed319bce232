// A process that asked and is killed: what hung on it is withdrawn by another one on the same file, and everybody is told.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import { startSqliteProcess } from "./start-sqlite-process.js";

const COUNT = 1_000;

test(`an asker that is killed while ${COUNT} hang on it leaves none of them open, and all who watch or wait are told`, {
  timeout: 60_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "beckon-lease-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "state.db");
  const engine = createSqliteEngine({ path, lockTimeoutMs: 60_000 });
  const keys = ["k".repeat(32)];
  const broker = createBroker({ engine, limits: false, keys, leaseMs: 2_000, sweepMs: 500 });
  const withdrawn = new Set<string>();
  const watching = (async () => {
    for await (const { id, status } of broker.watch({ after: 0 })) {
      if (status === "withdrawn") withdrawn.add(id);
      if (withdrawn.size === COUNT) return;
    }
  })();

  const { child, lines, gone } = startSqliteProcess("attach", path, "asker", String(COUNT));
  const ids: string[] = [];
  for await (const line of lines) {
    if (line === "attached") break;
    ids.push(line.slice("created ".length));
  }
  expect(ids).toHaveLength(COUNT);
  const waiting = Promise.all(ids.slice(0, 100).map((id) => broker.wait(id)));
  child.kill("SIGKILL");
  expect(await gone).toBe("");

  await watching;
  expect(withdrawn).toEqual(new Set(ids));
  expect(await waiting).toEqual(
    Array.from({ length: 100 }, () => ({ action: "cancel", reason: "The asker has gone." })),
  );
  expect((await broker.list({ status: ["pending", "active"] })).elicitations).toEqual([]);
  await broker.close();
  await engine.close();
});
