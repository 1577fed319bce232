// How long an answer that is given in one process takes to reach who waits for it in another.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import { field, form } from "../../src/index.js";
import { startSqliteProcess } from "./start-sqlite-process.js";

const ROUNDS = 100;
const TYPICALLY_MS = 50;

test(`an answer typically reaches another process in under ${TYPICALLY_MS} ms`, {
  timeout: 120_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "beckon-latency-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "state.db");
  const engine = createSqliteEngine({ path });
  // Looking by itself would come far too late: only being told is fast enough.
  const broker = createBroker({ engine, limits: false, keys: ["k".repeat(32)], rereadMs: 3_600_000 });
  const { child, lines, gone } = startSqliteProcess("settle", path, "other");
  const said = lines[Symbol.asyncIterator]();
  const heard = async (): Promise<string> => String((await said.next()).value);
  expect(await heard()).toBe("ready");
  const { schema } = form("Who are you?", { who: field.string({ title: "Name" }) });
  const asker = {
    server: "chaos",
    method: "m",
    target: "t",
    client: "c",
    principalId: undefined,
    runId: "r",
  };
  const latencies: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const creation = await broker.create({ message: "Who are you?", schema, asker });
    if (!creation.ok) throw new Error("Not created.");
    const { id } = creation.elicitation;
    const waiting = broker.wait(id);
    child.stdin?.write(`${id}\n`);
    const answer = await waiting;
    const arrivedAt = performance.timeOrigin + performance.now();
    expect(answer).toMatchObject({ action: "accept", content: { who: "other" } });
    latencies.push(arrivedAt - Number((await heard()).split(" ")[1]));
  }
  child.stdin?.end();
  expect(await gone).toBe("");
  await broker.close();
  await engine.close();
  latencies.sort((one, other) => one - other);
  expect(latencies[ROUNDS / 2]).toBeLessThan(TYPICALLY_MS);
});
