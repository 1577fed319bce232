// Several real processes on one SQLite file.

import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ElicitationEvent } from "../../src/core/engine/elicitations.js";
import type { Engine } from "../../src/core/engine/engine.js";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import { session } from "../../src/testing/engine-contract/sample-session.js";
import { createFakeClock } from "../../src/testing/index.js";
import { type SqliteProcess, startSqliteProcess } from "./start-sqlite-process.js";

const PROCESSES = 4;
const ROUNDS = 100;

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "beckon-processes-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "state.db");
}

async function allLines({ lines }: SqliteProcess): Promise<string[]> {
  const said: string[] = [];
  for await (const line of lines) said.push(line);
  return said;
}

/** A process that echoes, once it listens. */
async function startEcho(path: string, name: string): Promise<SqliteProcess> {
  const echo = startSqliteProcess("echo", path, name);
  for await (const line of echo.lines) if (line === "listening") return echo;
  throw new Error(`The echo never listened. ${await echo.gone}`);
}

/** Asks on the bus until an answer of that name comes. */
async function ask({ bus }: Engine, message: string, name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const wanted = `${message} by ${name}`;
    const subscribed = Promise.resolve(
      bus.subscribe("answer", (answer) => {
        if (answer === wanted) resolve();
      }),
    );
    subscribed.then(() => bus.publish("question", message)).catch(reject);
  });
}

describe("several processes on one file", () => {
  it("count, take, create and remove as one", { timeout: 120_000 }, async () => {
    const path = temporaryFile();
    const engine = createSqliteEngine({ path, lockTimeoutMs: 60_000 });
    onTestFinished(() => engine.close());
    for (let round = 0; round < ROUNDS; round += 1) await engine.sessions.create(session(`session-${round}`));
    const processes = Array.from({ length: PROCESSES }, (_, index) =>
      startSqliteProcess("compete", path, String(index), String(ROUNDS)),
    );
    let running = PROCESSES;
    const tallies = processes.map(async (process) => {
      const [last = "{}"] = (await allLines(process)).slice(-1);
      expect(await process.gone).toBe("");
      running -= 1;
      return JSON.parse(last) as { taken: number; created: number; removed: number };
    });
    const followed = await followFeed(engine, () => running > 0);
    const totals = await Promise.all(tallies);
    const sum = (name: "taken" | "created" | "removed"): number =>
      totals.reduce((total, tally) => total + tally[name], 0);
    expect((await engine.records.get("counter"))?.value).toBe(String(PROCESSES * ROUNDS));
    expect(sum("taken")).toBe(50);
    expect(sum("created")).toBe(ROUNDS);
    expect(sum("removed")).toBe(ROUNDS);
    expect(followed).toEqual(await engine.elicitations.changes(0, Infinity));
    expect(followed).toHaveLength(ROUNDS);
  });

  it("hear each other, and leave nothing behind", { timeout: 60_000 }, async () => {
    const path = temporaryFile();
    const engine = createSqliteEngine({ path });
    const [one, two] = await Promise.all([startEcho(path, "one"), startEcho(path, "two")]);
    for (const message of ["a", "b", "c"]) {
      await Promise.all([ask(engine, message, "one"), ask(engine, message, "two")]);
    }
    for (const echo of [one, two]) {
      echo.child.stdin?.end();
      expect(await echo.gone).toBe("");
    }
    await engine.close();
    expect(existsSync(`${path}-bus`)).toBe(false);
  });

  it("come and go at once without getting in each other's way", { timeout: 120_000 }, async () => {
    const path = temporaryFile();
    const flapping = Array.from({ length: PROCESSES }, (_, index) =>
      startSqliteProcess("flap", path, String(index), String(ROUNDS)),
    );
    await Promise.all(
      flapping.map(async (process) => {
        expect(await allLines(process)).toEqual(["done"]);
        expect(await process.gone).toBe("");
      }),
    );
    expect(existsSync(`${path}-bus`)).toBe(false);
  });

  it("leave the log to a process that opened the file twice", { timeout: 60_000 }, async () => {
    const path = temporaryFile();
    const one = createSqliteEngine({ path });
    const two = createSqliteEngine({ path });
    await one.records.put("k", "before");
    // Were the file's locks gone, this process would take itself for the last one and remove the log.
    const passing = startSqliteProcess("flap", path, "passing", "1");
    expect(await allLines(passing)).toEqual(["done"]);
    await one.records.put("k", "after");
    const reader = startSqliteProcess("read", path, "reader", "k");
    expect(await allLines(reader)).toEqual(["after"]);
    await two.close();
    await one.close();
  });

  it("open a new file at the same moment", { timeout: 60_000 }, async () => {
    const path = temporaryFile();
    const instants = Array.from({ length: 60 }, (_, index) => Date.now() + 1_000 + index * 60).join(",");
    const processes = ["a", "b", "c"].map((name) => startSqliteProcess("rush", path, name, instants));
    const said = await Promise.all(
      processes.map(async (process) => [await allLines(process), await process.gone]),
    );
    expect(said).toEqual(processes.map(() => [["done"], ""]));
  });

  it("bury one that was killed, and hear each other still", { timeout: 60_000 }, async () => {
    const path = temporaryFile();
    const [dead, alive] = await Promise.all([startEcho(path, "dead"), startEcho(path, "alive")]);
    expect(readdirSync(`${path}-bus`)).toHaveLength(2);
    dead.child.kill("SIGKILL");
    await dead.gone;
    const clock = createFakeClock();
    const engine = createSqliteEngine({ path, clock });
    await ask(engine, "still there?", "alive");
    // The engine and the one that lives. Closing waits for the burial.
    alive.child.stdin?.end();
    await alive.gone;
    await engine.close();
    expect(existsSync(`${path}-bus`)).toBe(false);
  });
});

describe("a disk that takes no more", () => {
  it.skipIf(process.platform === "win32")(
    "is said to who writes, and what was acknowledged before is there",
    { timeout: 60_000 },
    async () => {
      const path = temporaryFile();
      await createSqliteEngine({ path }).close();
      const filling = startSqliteProcess("fill", path, "full", "", 600);
      const said = await allLines(filling);
      const kept = said.filter((line) => line.startsWith("kept")).length;
      const failure = JSON.parse(
        said.find((line) => line.startsWith("failed"))?.slice("failed ".length) ?? "{}",
      );
      expect(kept).toBeGreaterThan(0);
      expect(failure.code).toBe("engine-failed");
      expect(failure.message).toMatch(/could not be read or written by the system|the disk is full/);
      expect(said.at(-1)).toBe("read 1000");
      const engine = createSqliteEngine({ path });
      expect(await engine.records.list("k", undefined, Infinity)).toHaveLength(kept);
      await engine.close();
    },
  );
});

/** Reads the change feed as it grows, until nobody writes and nothing is left. */
async function followFeed(
  { elicitations }: Engine,
  isWriting: () => boolean,
): Promise<readonly ElicitationEvent[]> {
  const seen: ElicitationEvent[] = [];
  for (;;) {
    const wasWriting = isWriting();
    const page = await elicitations.changes(seen.at(-1)?.number ?? 0, 10);
    seen.push(...page);
    if (page.length > 0) continue;
    if (!wasWriting) return seen;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
