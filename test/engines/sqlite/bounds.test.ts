// What is kept has bounds, and clearing away is cheap.

import Libsql from "libsql";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Engine } from "../../../src/core/engine/engine.js";
import { listQuery } from "../../../src/engines/sqlite/elicitation-list.js";
import { createSqliteEngine, type SqliteEngineOptions } from "../../../src/engines/sqlite/index.js";
import { elicitation } from "../../../src/testing/engine-contract/sample-elicitation.js";
import { session } from "../../../src/testing/engine-contract/sample-session.js";
import { createFakeClock, type FakeClock } from "../../../src/testing/index.js";
import { temporaryFile } from "./temporary-file.js";

const start = { after: 5, order: "oldest" } as const;

interface Opened {
  readonly engine: Engine;
  readonly clock: FakeClock;
  /** How many rows a table has. */
  count(table: string): number;
  rows(sql: string): unknown[][];
  /** How SQLite finds what a statement asks for. */
  plan(sql: string): string;
}

function open(options: Partial<SqliteEngineOptions> = {}): Opened {
  const path = temporaryFile();
  const clock = createFakeClock({ now: 1_000_000 });
  const engine = createSqliteEngine({ path, clock, ...options });
  const other = new Libsql(path);
  onTestFinished(async () => {
    await engine.close();
    other.close();
  });
  const rows = (sql: string): unknown[][] => other.prepare(sql).raw().all() as unknown[][];
  return {
    engine,
    clock,
    rows,
    count: (table) => Number(rows(`SELECT count(*) FROM ${table}`)[0]?.[0]),
    plan: (sql) =>
      (
        other
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .raw()
          .all(Array.from(sql.matchAll(/\?/g), () => null)) as unknown[][]
      )
        .map((row) => row[3])
        .join("; "),
  };
}

/** What a plan goes through. */
const searches = (plan: string): string[] => plan.split("; ").filter((step) => / e( |$)/.test(step));
/** Those that are in no index yet. */
const lastBlock = "SEARCH e USING INTEGER PRIMARY KEY (rowid>?)";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe("the event log", () => {
  const bytes = 32 + 100;
  const data = "x".repeat(100);

  it("keeps as many bytes of a stream as it may", async () => {
    const { engine, count } = open({ events: { maxBytesPerStream: 3 * bytes } });
    for (const _ of numbers(5)) await engine.events.append("s", data);
    const page = await engine.events.read("s", 0);
    expect(page?.events.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
    expect(page?.evicted).toBe(true);
    expect(count("events")).toBe(3);
  });

  it("forgets ended streams first when all are too many bytes, then empties the longest silent", async () => {
    const { engine, clock } = open({ events: { maxBytes: 3 * bytes } });
    const { events } = engine;
    await events.append("silent", data);
    await clock.advance(1);
    await events.append("ended", data);
    await events.end("ended");
    await clock.advance(1);
    await events.append("talking", data);
    await events.append("talking", data);
    expect(await events.read("ended", 0)).toBeUndefined();
    expect((await events.read("silent", 0))?.events).toHaveLength(1);
    await events.append("talking", data);
    expect(await events.read("silent", 0)).toEqual({ events: [], evicted: true, ended: false });
    expect((await events.read("talking", 0))?.events).toHaveLength(3);
    expect(await events.append("silent", "again")).toBe(2);
  });

  it("keeps as many streams as it may", async () => {
    const { engine, count, clock } = open({ events: { maxStreams: 3 } });
    for (const index of numbers(6)) {
      await engine.events.append(`s${index}`, data);
      await clock.advance(1);
    }
    expect(count("streams")).toBe(3);
    expect(count("events")).toBe(3);
    expect(await engine.events.read("s2", 0)).toBeUndefined();
    expect(await engine.events.read("s5", 0)).toBeDefined();
  });

  it("clears ended streams away in passing once their time is over", async () => {
    const { engine, clock, count } = open({ events: { retentionMs: 1_000 } });
    for (const index of numbers(10)) {
      await engine.events.append(`s${index}`, data);
      await engine.events.end(`s${index}`);
    }
    await clock.advance(1_000);
    for (const index of numbers(3)) await engine.events.open(`new${index}`);
    expect(count("streams")).toBe(3);
    expect(count("events")).toBe(0);
  });
});

describe("sessions", () => {
  it("are as many as there may be: the longest idle makes room", async () => {
    const { engine } = open({ sessions: { maxSessions: 2 } });
    await engine.sessions.create(session("a", 3_000));
    await engine.sessions.create(session("b", 2_000));
    await engine.sessions.create(session("c", 4_000));
    expect(await engine.sessions.get("b")).toBeUndefined();
    expect(await engine.sessions.get("a")).toBeDefined();
    expect(await engine.sessions.get("c")).toBeDefined();
  });
});

describe("records", () => {
  it("that have expired are cleared away by later writes", async () => {
    const { engine, clock, count } = open();
    await Promise.all(
      numbers(100).map((index) => engine.records.put(`k${index}`, "v", { expiresAt: clock.now() })),
    );
    await clock.advance(1);
    for (const _ of numbers(32)) await engine.records.put("one", "v");
    expect(count("records")).toBe(1);
  });
});

describe("limits", () => {
  it("forget full buckets in passing", async () => {
    const { engine, count } = open();
    const bucket = { capacity: 1, refillMs: 10 };
    await Promise.all(numbers(60).map((index) => engine.limits.take(`k${index}`, bucket, 1_000)));
    for (const _ of numbers(16)) await engine.limits.take("one", bucket, 2_000);
    expect(count("limits")).toBe(1);
  });
});

describe("elicitations", () => {
  it("have a change feed that keeps at least as many events as it is told, and not many more", async () => {
    const { engine, count } = open({ elicitations: { maxChanges: 100 } });
    const { elicitations } = engine;
    await elicitations.create(elicitation("a"));
    await Promise.all(
      numbers(1_000).map(async (index) =>
        elicitations.change("a", index + 1, { body: String(index) }, 2_000),
      ),
    );
    expect(count("elicitation_changes")).toBeGreaterThanOrEqual(100);
    expect(count("elicitation_changes")).toBeLessThan(100 + 256);
    expect((await elicitations.changes(0, Infinity)).at(-1)?.number).toBe(1_001);
  });

  it("have a change feed that stays as short when one change comes after the other", async () => {
    const { engine, count } = open({ elicitations: { maxChanges: 100 } });
    const { elicitations } = engine;
    await elicitations.create(elicitation("a"));
    for (const index of numbers(1_000)) {
      // What was just read is changed by one statement.
      await elicitations.get("a");
      await elicitations.change("a", index + 1, { body: String(index) }, 2_000);
    }
    expect(count("elicitation_changes")).toBeGreaterThanOrEqual(100);
    expect(count("elicitation_changes")).toBeLessThan(100 + 256);
  });

  it("have a change feed without holes: who finds an event in it finds all that came after", async () => {
    const { engine } = open({ elicitations: { maxChanges: 100 } });
    const { elicitations } = engine;
    for (const index of numbers(300)) {
      await elicitations.create(elicitation(`e${index}`));
      await elicitations.change(`e${index}`, 1, { status: "accepted" }, 2_000);
    }
    const kept = (await elicitations.changes(0, Infinity)).map(({ number }) => number);
    expect(kept).toEqual(numbers(kept.length).map((index) => 600 - kept.length + 1 + index));
  });

  it("have a change feed that tells of the creation of what is forgotten, as long as of other things", async () => {
    const { engine, count } = open({ elicitations: { maxChanges: 3 } });
    const { elicitations } = engine;
    for (const id of ["a", "b", "c"]) {
      await elicitations.create(elicitation(id));
      await elicitations.change(id, 1, { status: "accepted", forgetAt: 2_000 }, 2_000);
    }
    expect(await elicitations.forget(2_000, 10)).toBe(3);
    const events = await elicitations.changes(0, Infinity);
    expect(events.map(({ number, id, version }) => [number, id, version])).toEqual([
      [4, "b", 2],
      [5, "c", 1],
      [6, "c", 2],
    ]);
    expect(count("elicitation_changes")).toBe(4);
    await elicitations.create(elicitation("d"));
    expect((await elicitations.changes(6, 10)).map(({ number }) => number)).toEqual([7]);
  });

  it("enter the indexes block by block, as what they are by then", async () => {
    const { engine, rows } = open();
    const { elicitations } = engine;
    await Promise.all(numbers(300).map((index) => elicitations.create(elicitation(`e${index}`))));
    await Promise.all(
      numbers(200).map(async (index) => elicitations.change(`e${index}`, 1, { status: "accepted" }, 2_000)),
    );
    const filed = "SELECT status, count(*) FROM elicitations WHERE is_filed = 1 GROUP BY status";
    expect(rows(filed)).toEqual([]);
    await Promise.all(numbers(20).map((index) => elicitations.create(elicitation(`f${index}`))));
    expect(rows(filed)).toEqual([
      ["accepted", 200],
      ["pending", 111],
    ]);
    expect(await elicitations.list({ status: ["pending"] }, undefined, Infinity)).toHaveLength(120);
  });

  it("are counted to the last one over many blocks, settled or not, by principal or by asker", async () => {
    const { engine, rows } = open();
    const { elicitations } = engine;
    const ofAda = numbers(1_200).map((index) => elicitation(`p${index}`, { principal: "ada" }));
    const ofAsker = numbers(1_100).map((index) => elicitation(`a${index}`, { asker: "ada" }));
    for (const one of [...ofAda, ...ofAsker]) await elicitations.create(one);
    const settle = (prefix: string, from: number, to: number): Promise<unknown> =>
      Promise.all(
        numbers(to - from).map((index) =>
          elicitations.change(`${prefix}${from + index}`, 1, { status: "accepted" }, 2_000),
        ),
      );
    await settle("p", 500, 1_200);
    await settle("a", 0, 1_000);
    const isKept = async (id: string, whose: object, maxOpen: number): Promise<boolean> =>
      (await elicitations.create(elicitation(id, whose), maxOpen)).created;
    expect(await isKept("p", { principal: "ada" }, 500)).toBe(false);
    expect(await isKept("p", { principal: "ada" }, 501)).toBe(true);
    expect(await isKept("a", { asker: "ada" }, 100)).toBe(false);
    expect(await isKept("a", { asker: "ada" }, 101)).toBe(true);
    await settle("p", 0, 500);
    expect(rows("SELECT owner FROM open_counts")).toEqual([["aada"]]);
  });

  it("are counted as quickly where many are open as where none is", async () => {
    const stores = { full: open().engine.elicitations, empty: open().engine.elicitations };
    const ofAda = (id: string) => elicitation(id, { principal: "ada" });
    await Promise.all(numbers(20_000).map((index) => stores.full.create(ofAda(`e${index}`))));
    const tookMs = { full: 0, empty: 0 };
    for (const index of numbers(100)) {
      for (const name of ["full", "empty"] as const) {
        const startedAt = performance.now();
        await stores[name].create(ofAda(`later${index}`), 30_000);
        tookMs[name] += performance.now() - startedAt;
      }
    }
    expect(tookMs.full / tookMs.empty).toBeLessThan(3);
  });

  it("leave no tags behind when they are forgotten", async () => {
    const { engine, count } = open();
    await engine.elicitations.create(elicitation("a", { tags: ["x", "y\0"] }));
    await engine.elicitations.change("a", 1, { status: "accepted", forgetAt: 2_000 }, 1_500);
    await engine.elicitations.forget(2_000, 10);
    expect([count("elicitations"), count("elicitation_tags")]).toEqual([0, 0]);
  });

  it.each([
    [{ status: ["active"] }, "elicitations_of_status (status=? AND rowid>?)"],
    [{ status: ["accepted"], asker: "tea" }, "elicitations_of_status (status=? AND rowid>?)"],
    [{ status: ["active"], audience: "ada" }, "elicitations_of_audience (audience=? AND rowid>?)"],
    [{ run: "r", status: ["accepted"] }, "elicitations_of_run (run=? AND rowid>?)"],
    [{ status: ["pending"], lease: "l", audience: "ada" }, "elicitations_of_lease (lease=? AND rowid>?)"],
  ] as const)("are listed through an index: %j", (filter, index) => {
    const { plan } = open();
    expect(searches(plan(listQuery(filter, start, 10)?.sql ?? ""))).toEqual([
      `SEARCH e USING INDEX ${index}`,
      lastBlock,
    ]);
  });

  it.each([[["pending", "active"]], [["accepted", "declined", "expired"]]] as const)(
    "are listed without going through any of another status: %j",
    (status) => {
      const { plan } = open();
      expect(searches(plan(listQuery({ status }, start, 10)?.sql ?? ""))).toEqual([
        ...status.map(() => "SEARCH e USING INDEX elicitations_of_status (status=? AND rowid>?)"),
        lastBlock,
      ]);
    },
  );

  it.each([
    [{}, "SEARCH e USING INTEGER PRIMARY KEY (rowid>?)"],
    [
      { tag: "x", status: ["pending"] },
      "SEARCH t USING PRIMARY KEY (tag=? AND position>?); SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
    ],
  ] as const)("are listed in order without sorting: %j", (filter, expected) => {
    const { plan } = open();
    expect(plan(listQuery(filter, start, 10)?.sql ?? "")).toBe(expected);
  });
});
