/**
 * The least that anything durable in SQLite pays: one small table in one file with a write-ahead log, one prepared INSERT
 * and one prepared UPDATE. The binding and the synchronous level are those of Beckon's engine.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Libsql from "libsql";

const filledAtOnce = 10_000;

export function createBareSqlite() {
  const folder = mkdtempSync(join(tmpdir(), "beckon-bench-"));
  const database = new Libsql(join(folder, "bare.db"));
  // The log is carried over to the file when it is as long as Beckon lets it grow.
  for (const setting of ["journal_mode = WAL", "synchronous = NORMAL", "wal_autocheckpoint = 6144"])
    database.prepare(`PRAGMA ${setting}`).get();
  database.exec(
    "CREATE TABLE elicitations (id TEXT PRIMARY KEY, status TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID",
  );
  const insert = database.prepare("INSERT INTO elicitations (id, status, body) VALUES (?, 'pending', ?)");
  const update = database.prepare(
    "UPDATE elicitations SET status = 'accepted', body = ? WHERE id = ? AND status = 'pending'",
  );
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  let waiting = [];

  /** One transaction for all that came in this turn of the event loop. */
  function turn() {
    const calls = waiting;
    waiting = [];
    begin.run([]);
    const outcomes = calls.map(({ work }) => work());
    commit.run([]);
    for (const [at, { resolve }] of calls.entries()) resolve(outcomes[at]);
  }

  /** Alone, a statement is a transaction by itself. */
  function write(work, isAlone) {
    if (isAlone) return work();
    return new Promise((resolve) => {
      if (waiting.push({ work, resolve }) === 1) setImmediate(turn);
    });
  }

  const newId = () => randomBytes(12).toString("base64url");

  return {
    /** Many at once, in the order of their ids: a million one after the other would change most pages many times. */
    fill(count, nextElicitation) {
      const ids = Array.from({ length: count }, newId).sort();
      for (let start = 0; start < count; start += filledAtOnce) {
        begin.run([]);
        for (const id of ids.slice(start, start + filledAtOnce))
          insert.run([id, JSON.stringify(nextElicitation())]);
        commit.run([]);
      }
    },
    create(elicitation, isAlone) {
      const id = newId();
      const body = JSON.stringify(elicitation);
      return write(() => {
        insert.run([id, body]);
        return id;
      }, isAlone);
    },
    /** False when there is none that waits. */
    settle(id, answer, isAlone) {
      const body = JSON.stringify(answer);
      return write(() => update.run([body, id]).changes === 1, isAlone);
    },
    close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
