// Whatever a writing process has acknowledged is in the file when it is killed, once.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Libsql from "libsql";
import { expect, onTestFinished, test } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import { createRandom } from "./random.js";
import { startSqliteProcess } from "./start-sqlite-process.js";

const KILLS = 200;
const BROKER_KILLS = 40;
const WRITERS = 4;
const SEED = 20_260_728;

/** What was acknowledged: for each key's number, who made it and who settled it, as often as it was said. */
interface Acknowledged {
  readonly created: Map<number, string[]>;
  readonly settled: Map<number, string[]>;
}

/** Starts writers on a file and kills them, and gives what they have acknowledged. */
async function killWriters(job: string, path: string, maxKills: number): Promise<Acknowledged> {
  const random = createRandom(SEED, 0);
  const acknowledged: Acknowledged = { created: new Map(), settled: new Map() };
  let kills = 0;
  let furthest = 0;

  async function keepKilling(slot: number): Promise<void> {
    while (kills < maxKills) {
      kills += 1;
      const name = `${slot}.${kills}`;
      // Some while they open the file, most in the middle of their writes.
      const linesToLive = random.below(60);
      const { child, lines, gone } = startSqliteProcess(job, path, name, String(furthest));
      if (linesToLive === 0) child.once("spawn", () => child.kill("SIGKILL"));
      let heard = 0;
      for await (const line of lines) {
        const number = note(line, acknowledged);
        furthest = Math.max(furthest, number);
        heard += 1;
        if (heard === linesToLive) child.kill("SIGKILL");
      }
      expect(await gone).toBe("");
      expect(child.signalCode).toBe("SIGKILL");
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, slot) => keepKilling(slot)));
  expect(acknowledged.created.size).toBeGreaterThan(maxKills);
  expect(acknowledged.settled.size).toBeGreaterThan(maxKills);
  return acknowledged;
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "beckon-kill-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test(`${KILLS} kills lose nothing that was acknowledged and do nothing twice`, {
  timeout: 180_000,
}, async () => {
  const directory = temporaryDirectory();
  const path = join(directory, "state.db");
  const acknowledged = await killWriters("write", path, KILLS);

  const engine = createSqliteEngine({ path });
  onTestFinished(() => engine.close());
  const checks = new Libsql(path);
  expect(checks.prepare("PRAGMA integrity_check").raw().all()).toEqual([["ok"]]);
  checks.close();
  for (const [number, makers] of acknowledged.created) {
    expect(makers, `key-${number} was created once`).toHaveLength(1);
    expect((await engine.elicitations.get(makers[0] ?? ""))?.key).toBe(`key-${number}`);
  }
  for (const [number, settlers] of acknowledged.settled) {
    expect(settlers, `key-${number} was settled once`).toHaveLength(1);
    const [id = "", outcome] = settlers[0]?.split(" ") ?? [];
    expect(await engine.elicitations.get(id)).toMatchObject({ status: "accepted", version: 2, outcome });
  }
  const all = await engine.elicitations.list({}, undefined, Infinity);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  const events = await engine.elicitations.changes(0, Infinity);
  const changes = events.map(({ id, version }) => `${id} ${version}`);
  expect(new Set(changes).size).toBe(changes.length);
  expect(changes).toHaveLength(all.reduce((sum, { version }) => sum + version, 0));
  expect(readdirSync(directory).filter((file) => !file.startsWith("state.db"))).toEqual([]);
});

test(`${BROKER_KILLS} kills of brokers lose no answer that was acknowledged, and let none be answered twice`, {
  timeout: 180_000,
}, async () => {
  const path = join(temporaryDirectory(), "state.db");
  const acknowledged = await killWriters("broker", path, BROKER_KILLS);
  const engine = createSqliteEngine({ path });
  const broker = createBroker({ engine, limits: false, keys: ["k".repeat(32)] });
  onTestFinished(async () => {
    await broker.close();
    await engine.close();
  });
  for (const [number, makers] of acknowledged.created) {
    expect(makers, `key-${number} was created once`).toHaveLength(1);
    expect(await broker.get(makers[0] ?? "")).toMatchObject({ message: "Who are you?" });
  }
  for (const [number, settlers] of acknowledged.settled) {
    expect(settlers, `key-${number} was settled once`).toHaveLength(1);
    const [id = "", who] = settlers[0]?.split(" ") ?? [];
    expect(await broker.wait(id)).toMatchObject({ action: "accept", content: { who } });
    expect(await broker.settle(id, { action: "decline" })).toMatchObject({ ok: false, reason: "settled" });
  }
});

/** Keeps one line of a writer; gives the number of its key. */
function note(line: string, { created, settled }: Acknowledged): number {
  const [kind, number = "", ...rest] = line.split(" ");
  const kept = kind === "created" ? created : settled;
  kept.set(Number(number), [...(kept.get(Number(number)) ?? []), rest.join(" ")]);
  return Number(number);
}
