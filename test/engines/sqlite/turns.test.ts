// Group commit: who shares a transaction, when calls settle, and what a failure costs the others.

import { setImmediate as nextTurn } from "node:timers/promises";
import Libsql from "libsql";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Engine } from "../../../src/core/engine/engine.js";
import { createSqliteEngine, type SqliteEngineOptions } from "../../../src/engines/sqlite/index.js";
import { elicitation } from "../../../src/testing/engine-contract/sample-elicitation.js";
import { temporaryFile } from "./temporary-file.js";

function open(options: Partial<SqliteEngineOptions> = {}): {
  engine: Engine;
  path: string;
  other: Libsql.Database;
} {
  const path = temporaryFile();
  const engine = createSqliteEngine({ path, ...options });
  const other = new Libsql(path, { timeout: 1_000 });
  onTestFinished(async () => {
    await engine.close();
    other.close();
  });
  return { engine, path, other };
}

const keysIn = (database: Libsql.Database): unknown[] =>
  database.prepare("SELECT key FROM records ORDER BY key").pluck().all();

describe("a turn", () => {
  it("commits what was asked for in it together", async () => {
    const { engine, other } = open();
    const first = engine.records.put("a", "1");
    const second = engine.records.put("b", "2");
    expect(keysIn(other)).toEqual([]);
    await first;
    expect(keysIn(other)).toEqual(["a", "b"]);
    await second;
  });

  it("has every acknowledged write in the file", async () => {
    const { engine, other } = open();
    const missing: string[] = [];
    await Promise.all(
      Array.from({ length: 600 }, async (_, index) => {
        await engine.records.put(`k${index}`, "v");
        const found = other.prepare("SELECT count(*) FROM records WHERE key = ?").pluck().get(`k${index}`);
        if (Number(Object.values(found as object)[0]) !== 1) missing.push(`k${index}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it("runs calls in the order in which they were made, reads among them", async () => {
    const { engine } = open();
    const results = await Promise.all([
      engine.records.put("k", "a"),
      engine.records.get("k"),
      engine.records.remove("k"),
      engine.records.get("k"),
    ]);
    expect(results[1]).toMatchObject({ value: "a" });
    expect(results[3]).toBeUndefined();
  });

  it("lets one that is refused fail alone", async () => {
    const { engine, other } = open();
    await engine.elicitations.create(elicitation("known"));
    const results = await Promise.allSettled([
      engine.elicitations.create(elicitation("a")),
      engine.elicitations.create(elicitation("known", { key: "other key" })),
      engine.elicitations.create(elicitation("b")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(results[1]).toMatchObject({ reason: { code: "invalid-arguments" } });
    expect(other.prepare("SELECT id FROM elicitations ORDER BY id").pluck().all()).toEqual([
      "a",
      "b",
      "known",
    ]);
  });

  it("is taken back when SQLite fails one call in it, and everybody else's is done without that one", async () => {
    const { engine, other } = open();
    // The second row that it writes fails, after the first has been written.
    other.exec(`CREATE TRIGGER poison BEFORE INSERT ON elicitation_tags WHEN new.tag = 'bad'
      BEGIN SELECT RAISE(ABORT, 'poisoned'); END`);
    const results = await Promise.allSettled([
      engine.elicitations.create(elicitation("a")),
      engine.elicitations.create(elicitation("bad", { tags: ["bad"] })),
      engine.elicitations.create(elicitation("b")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(other.prepare("SELECT id FROM elicitations ORDER BY id").pluck().all()).toEqual(["a", "b"]);
    expect((await engine.elicitations.changes(0, 10)).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await engine.elicitations.get("bad")).toBeUndefined();
  });
});

describe("a call that is alone in its turn", () => {
  it("is told what SQLite fails it with, and nothing of it has happened", async () => {
    const { engine, other } = open();
    await engine.elicitations.create(elicitation("a"));
    other.exec(`CREATE TRIGGER poison BEFORE INSERT ON elicitation_changes
      BEGIN SELECT RAISE(ABORT, 'poisoned'); END`);
    await expect(engine.elicitations.change("a", 1, { status: "accepted" }, 2_000)).rejects.toMatchObject({
      code: "engine-failed",
    });
    expect((await engine.elicitations.get("a"))?.status).toBe("pending");
    await engine.elicitations.create(elicitation("b"));
    expect(other.prepare("SELECT id FROM elicitations ORDER BY id").pluck().all()).toEqual(["a", "b"]);
  });

  it("waits for a lock as any other", async () => {
    const { engine, other } = open();
    await engine.elicitations.create(elicitation("a"));
    other.exec("BEGIN IMMEDIATE");
    const changing = engine.elicitations.change("a", 1, { status: "accepted" }, 2_000);
    for (let turns = 0; turns < 20; turns += 1) await nextTurn();
    expect((await engine.elicitations.get("a"))?.status).toBe("pending");
    other.exec("COMMIT");
    expect((await changing)?.status).toBe("accepted");
  });
});

describe("a lock that another process holds", () => {
  it("is waited for while the event loop goes on", async () => {
    const { engine, other } = open();
    other.exec("BEGIN IMMEDIATE");
    const writing = engine.records.put("k", "a");
    let turns = 0;
    for (; turns < 50; turns += 1) await nextTurn();
    other.exec("COMMIT");
    expect(await writing).toBeGreaterThan(0);
    expect(turns).toBe(50);
  });

  it("does not keep anybody from reading", async () => {
    const { engine, other } = open();
    await engine.records.put("k", "a");
    other.exec("BEGIN IMMEDIATE");
    expect((await engine.records.get("k"))?.value).toBe("a");
    other.exec("COMMIT");
  });

  it("does not keep anybody from reading behind a write that waits for it", async () => {
    const { engine, other } = open({ lockTimeoutMs: 60_000 });
    await engine.records.put("k", "a");
    other.exec("BEGIN IMMEDIATE");
    const writing = engine.records.put("k", "b");
    const behind = engine.records.get("k");
    expect((await behind)?.value).toBe("a");
    expect((await engine.records.get("k"))?.value).toBe("a");
    other.exec("COMMIT");
    await writing;
    expect((await engine.records.get("k"))?.value).toBe("b");
  });

  it("is given up after lockTimeoutMs with an error that says so, and what was asked for has not happened", async () => {
    const { engine, other } = open({ lockTimeoutMs: 30 });
    other.exec("BEGIN IMMEDIATE");
    const results = await Promise.allSettled([engine.records.put("a", "1"), engine.records.put("b", "2")]);
    other.exec("COMMIT");
    for (const result of results) {
      expect(result).toMatchObject({ reason: { code: "engine-failed" } });
      expect(String((result as PromiseRejectedResult).reason.message)).toContain(
        "is locked by another process",
      );
    }
    expect(keysIn(other)).toEqual([]);
    expect(await engine.records.put("c", "3")).toBeGreaterThan(0);
  });
});

describe("closing", () => {
  it("does first what was asked for before it", async () => {
    const { engine, other } = open();
    const writing = Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => engine.records.put(`k${index}`, "v")),
    );
    const closing = engine.close();
    await expect(engine.records.put("late", "v")).rejects.toMatchObject({ code: "closed" });
    await closing;
    await writing;
    expect(keysIn(other)).toHaveLength(1_000);
  });

  it("refuses every call from then on", async () => {
    const { engine } = open();
    await engine.close();
    await expect(engine.records.get("k")).rejects.toMatchObject({ code: "closed" });
    await expect(engine.bus.subscribe("t", () => {})).rejects.toMatchObject({ code: "closed" });
    await engine.close();
  });
});

describe("a process whose file a newer version has migrated", () => {
  /** What the first write says that is refused. */
  async function refusal(write: (at: number) => unknown): Promise<unknown> {
    for (let at = 0; ; at += 1) {
      try {
        await write(at);
      } catch (error) {
        return error;
      }
    }
  }
  const migrated = {
    code: "engine-failed",
    message: expect.stringMatching(
      /^Another process has brought the database .* to schema 999, this one knows \d+ and writes no more\. Start it again/,
    ),
  };

  it.each([
    ["alone", (engine: Engine, at: number) => engine.elicitations.create(elicitation(`e${at}`))],
    ["in a transaction", (engine: Engine, at: number) => engine.records.put(`k${at}`, "v")],
  ])("writes no more, %s", async (_how, write) => {
    const { engine, other } = open();
    await write(engine, -1);
    other.exec("PRAGMA user_version = 999");
    expect(await refusal((at) => write(engine, at))).toMatchObject(migrated);
    const count = () => other.prepare("SELECT count(*) FROM elicitations").raw().get();
    const before = [keysIn(other), count()];
    for (const late of ["a", "b"])
      await expect(engine.records.put(late, "v")).rejects.toMatchObject(migrated);
    await expect(engine.elicitations.create(elicitation("late"))).rejects.toMatchObject(migrated);
    expect([keysIn(other), count()]).toEqual(before);
  });

  it("still reads, and lets others write", async () => {
    const { engine, other } = open();
    await engine.records.put("k", "v");
    other.exec("PRAGMA user_version = 999");
    await refusal((at) => engine.records.put(`k${at}`, "v"));
    const [late, read] = await Promise.allSettled([engine.records.put("late", "v"), engine.records.get("k")]);
    expect(late.status).toBe("rejected");
    expect(read).toMatchObject({ status: "fulfilled", value: { value: "v" } });
    other.exec("DELETE FROM records WHERE key = 'k'");
    expect(await engine.records.get("k")).toBeUndefined();
  });
});
