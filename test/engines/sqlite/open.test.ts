// Opening the file: what it looks like, and what is said when it cannot be opened.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Libsql from "libsql";
import { describe, expect, it } from "vitest";
import { BeckonError } from "../../../src/core/errors.js";
import { createSqliteEngine } from "../../../src/engines/sqlite/index.js";
import { openDatabase } from "../../../src/engines/sqlite/open-database.js";
import { elicitation } from "../../../src/testing/engine-contract/sample-elicitation.js";
import { temporaryFile } from "./temporary-file.js";

function thrownBy(open: () => unknown): BeckonError {
  try {
    open();
  } catch (error) {
    if (error instanceof BeckonError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("the file", () => {
  it("and what lies beside it can be read by its owner only", async () => {
    const path = temporaryFile();
    const engine = createSqliteEngine({ path });
    await engine.records.put("k", "a");
    await engine.bus.subscribe("t", () => {});
    for (const file of ["", "-wal", "-shm"]) expect(modeOf(path + file)).toBe(0o600);
    expect(modeOf(`${path}-bus`)).toBe(0o700);
    await engine.close();
  });

  it("is taken from others who could read it", async () => {
    const path = temporaryFile();
    writeFileSync(path, "");
    chmodSync(path, 0o644);
    await createSqliteEngine({ path }).close();
    expect(modeOf(path)).toBe(0o600);
  });

  it.skipIf(process.platform === "win32").each(["602", "620", "666"])(
    "is refused when others can write it, and stays as it is: mode %s",
    (bits) => {
      const mode = Number.parseInt(bits, 8);
      const path = temporaryFile();
      writeFileSync(path, "");
      chmodSync(path, mode);
      expect(thrownBy(() => createSqliteEngine({ path }))).toMatchObject({
        code: "invalid-option",
        message: expect.stringContaining("can be written by others than its owner"),
      });
      expect([modeOf(path), statSync(path).size]).toEqual([mode, 0]);
    },
  );

  it.skipIf(process.platform === "win32")("changes no file that a link in its place leads to", async () => {
    const path = temporaryFile();
    const target = `${path}.target`;
    symlinkSync(target, path);
    expect(thrownBy(() => createSqliteEngine({ path })).code).toBe("invalid-option");
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, "root:x:0:0\n");
    chmodSync(target, 0o644);
    expect(thrownBy(() => createSqliteEngine({ path })).message).toContain("is a link to a file that others");
    expect([modeOf(target), readFileSync(target, "utf8")]).toEqual([0o644, "root:x:0:0\n"]);
    writeFileSync(target, "");
    chmodSync(target, 0o600);
    await createSqliteEngine({ path }).close();
    expect(statSync(target).size).toBeGreaterThan(0);
  });

  it("holds everything by itself after a close", async () => {
    const path = temporaryFile();
    const engine = createSqliteEngine({ path });
    await engine.records.put("k", "a");
    await engine.bus.subscribe("t", () => {});
    await engine.close();
    expect(existsSync(`${path}-bus`)).toBe(false);
    const log = `${path}-wal`;
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
  });
});

describe("survivePowerLoss", () => {
  it.each([
    [false, 1],
    [true, 2],
  ])("%j has SQLite wait for the disk with every commit, or not: synchronous is %i", (survives, level) => {
    const database = openDatabase(temporaryFile(), survives);
    expect(database.query("PRAGMA synchronous").first()).toEqual([level]);
    database.close();
  });
});

describe.each([1, 2])("a file of schema %i", (version) => {
  it("is brought to the newest one, and keeps what is in it", async () => {
    const path = temporaryFile();
    writeSchema(path, version);
    const engine = createSqliteEngine({ path });
    const { elicitations } = engine;
    const listed = await elicitations.list({ status: ["active", "accepted"] }, undefined, 10);
    expect(listed.map(({ id, status }) => `${id} ${status}`)).toEqual(["old-2 active", "old-3 accepted"]);
    expect((await elicitations.due(5_000, 10)).map(({ id }) => id)).toEqual(["old-1"]);
    expect(await elicitations.create(elicitation("new-1", { asker: "tea" }), 2)).toEqual({
      record: undefined,
      created: false,
    });
    await elicitations.create(elicitation("new-1"));
    await elicitations.change("old-1", 1, { status: "declined" }, 2_000);
    expect((await elicitations.get("old-1"))?.status).toBe("declined");
    expect(await elicitations.forget(9_000, 10)).toBe(1);
    expect((await elicitations.changes(0, 10)).map(({ number, id }) => `${number} ${id}`)).toEqual([
      "4 old-1",
      "5 old-2",
      "6 old-3",
      "7 old-3",
      "8 new-1",
      "9 old-1",
    ]);
    await engine.close();
    const upgraded = new Libsql(path);
    const fresh = new Libsql(await newFile());
    expect(schemaOf(upgraded)).toEqual(schemaOf(fresh));
    for (const database of [upgraded, fresh]) database.close();
  });
});

/** A file as an earlier schema made it, with one elicitation of each kind and the last events. */
function writeSchema(path: string, version: number): void {
  const database = new Libsql(path);
  database.exec(readFileSync(new URL(`./schema-${version}.sql`, import.meta.url), "utf8"));
  const add = database.prepare(
    `INSERT INTO elicitations (id, mode, status, is_open, asker, tags, created_at, expires_at, forget_at, version, body)
     VALUES (?, 'inline', ?, ?, 'tea', '[]', 1000, ?, ?, ?, 'b')`,
  );
  add.run("old-1", "pending", 1, 5_000, null, 1);
  add.run("old-2", "active", 1, null, null, 1);
  add.run("old-3", "accepted", 0, null, 9_000, 2);
  const tell = database.prepare("INSERT INTO elicitation_changes VALUES (?, ?, ?, ?, 1000)");
  tell.run(4, "old-1", "pending", 1);
  tell.run(5, "old-2", "active", 1);
  tell.run(6, "old-3", "pending", 1);
  tell.run(7, "old-3", "accepted", 2);
  database.close();
}

async function newFile(): Promise<string> {
  const path = temporaryFile("new.db");
  await createSqliteEngine({ path }).close();
  return path;
}

/** Everything that is defined in a file, and the number of its schema. */
function schemaOf(database: Libsql.Database): unknown[] {
  return [
    ...database.prepare("SELECT name FROM sqlite_schema ORDER BY name").raw().all(),
    ...database.prepare("PRAGMA user_version").raw().all(),
  ];
}

describe("a file that cannot be opened", () => {
  it.each(["", "a\0b", 5 as unknown as string])("is refused: the path %j", (path) => {
    expect(thrownBy(() => createSqliteEngine({ path }))).toMatchObject({ code: "invalid-option" });
  });

  it("is refused: memory is no file", () => {
    expect(thrownBy(() => createSqliteEngine({ path: ":memory:" })).message).toContain(
      "use the memory engine",
    );
  });

  it("is refused in a directory that is not there, and none is made", () => {
    const path = join(dirname(temporaryFile()), "absent", "state.db");
    const error = thrownBy(() => createSqliteEngine({ path }));
    expect(error.code).toBe("invalid-option");
    expect(error.message).toContain("Make its directory first.");
    expect(existsSync(dirname(path))).toBe(false);
  });

  it("is refused when it is a directory", () => {
    const path = temporaryFile();
    mkdirSync(path);
    expect(thrownBy(() => createSqliteEngine({ path })).message).toContain("It is a directory");
  });

  it("is refused when it is no database, and stays as it is", () => {
    const path = temporaryFile();
    writeFileSync(path, "a diary\n".repeat(1_000));
    const error = thrownBy(() => createSqliteEngine({ path }));
    expect(error.code).toBe("engine-failed");
    expect(error.message).toContain("is no SQLite database");
    expect(statSync(path).size).toBe(8_000);
  });

  it("is refused when another program made it, and stays as it is", () => {
    const path = temporaryFile();
    const foreign = new Libsql(path);
    foreign.exec("CREATE TABLE orders (id INTEGER)");
    expect(thrownBy(() => createSqliteEngine({ path })).message).toContain("belongs to another program");
    const tables = foreign.prepare("SELECT name FROM sqlite_schema").raw().all();
    expect(tables).toEqual([["orders"]]);
    foreign.close();
  });

  it("is refused when a later version of Beckon made it", async () => {
    const path = temporaryFile();
    await createSqliteEngine({ path }).close();
    const later = new Libsql(path);
    later.exec("PRAGMA user_version = 999");
    later.close();
    const error = thrownBy(() => createSqliteEngine({ path }));
    expect(error.code).toBe("invalid-option");
    expect(error.message).toMatch(/is at schema 999, this version of Beckon knows \d+\. Update Beckon/);
  });

  it.skipIf(process.platform === "win32")("is refused when it can only be read", async () => {
    const path = temporaryFile();
    await createSqliteEngine({ path }).close();
    // Root may write everywhere, so it steps down for a moment. With another user there is nothing to step down from.
    const isRoot = process.geteuid?.() === 0;
    chmodSync(path, 0o444);
    if (isRoot) process.seteuid?.("nobody");
    try {
      const error = thrownBy(() => createSqliteEngine({ path }));
      expect(error.code).toBe("invalid-option");
      expect(error.message).toContain("Give this process the right to write it.");
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it.each(["lockTimeoutMs", "pollMs"])("is not even tried with %s 0", (name) => {
    const path = temporaryFile();
    expect(thrownBy(() => createSqliteEngine({ path, [name]: 0 }))).toMatchObject({ code: "invalid-option" });
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("is not even tried with a bound that bounds nothing", () => {
    const path = temporaryFile();
    for (const bad of [0, -1, Number.NaN, "9" as unknown as number]) {
      const error = thrownBy(() => createSqliteEngine({ path, events: { maxBytes: bad } }));
      expect(error.message).toContain("maxBytes");
    }
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});
