/** What keeps elicitations in the case `broker`: a bare Map, a bare SQLite file, and Beckon's broker on each engine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createBareMap } from "./bare-map.mjs";
import { createBareSqlite } from "./bare-sqlite.mjs";

const asker = {
  server: "tables",
  method: "tools/call",
  target: "book_table",
  client: "bench 1.0",
  principalId: undefined,
  runId: "run",
};
const answer = { action: "accept", content: { guests: 4, seat: "out" } };

/** A new one each time, as askers make them, with the form that their program has. */
async function createElicitations(load) {
  const { field, form } = await load("index");
  const { schema } = form("A table for how many?", {
    guests: field.integer({ title: "Guests", minimum: 1, maximum: 20 }),
    seat: field.choice({ title: "Where", options: { in: "Inside", out: "Terrace" }, default: "in" }),
  });
  return (timeoutMs) => ({ message: "A table for how many?", schema, asker, timeoutMs });
}

/**
 * @typedef {object} Subject
 * @property {(timeoutMs: number, isAlone?: boolean) => string | Promise<string>} create  `isAlone`: nobody else calls.
 * @property {(id: string, isAlone?: boolean) => void | Promise<void>} settle  Throws when the answer did not count.
 * @property {(count: number, timeoutMs: () => number) => void} [fill]  Makes many at once, where that is quicker.
 * @property {() => void | Promise<void>} close
 */

/** @returns {Promise<Subject>} */
export async function createSubject(name, dist) {
  const load = (door) => import(new URL(`${door}.js`, pathToFileURL(`${dist}/`)).href);
  const elicitation = await createElicitations(load);
  if (name === "map") return fromMap(elicitation);
  if (name === "bare-sqlite") return fromBareSqlite(elicitation);
  const { createBroker } = await load("broker/index");
  if (name === "memory") {
    const { createMemoryEngine } = await load("engines/memory/index");
    const engine = createMemoryEngine();
    return fromBroker(elicitation, createBroker({ engine, limits: false }), () => engine.close());
  }
  const { createSqliteEngine } = await load("engines/sqlite/index");
  const folder = mkdtempSync(join(tmpdir(), "beckon-bench-"));
  const engine = await createSqliteEngine({ path: join(folder, "broker.db") });
  return fromBroker(
    elicitation,
    createBroker({ engine, limits: false, keys: ["k".repeat(32)] }),
    async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  );
}

function fromMap(elicitation) {
  const map = createBareMap();
  return {
    create: (timeoutMs) => map.create(elicitation(timeoutMs)),
    settle(id) {
      if (map.settle(id, answer) === undefined) throw new Error("Not settled.");
    },
    close: () => map.close(),
  };
}

function fromBareSqlite(elicitation) {
  const sqlite = createBareSqlite();
  return {
    fill: (count, timeoutMs) => sqlite.fill(count, () => elicitation(timeoutMs())),
    create: (timeoutMs, isAlone) => sqlite.create(elicitation(timeoutMs), isAlone),
    async settle(id, isAlone) {
      if (!(await sqlite.settle(id, answer, isAlone))) throw new Error("Not settled.");
    },
    close: () => sqlite.close(),
  };
}

function fromBroker(elicitation, broker, closeEngine) {
  const isPromise = (value) => typeof value?.then === "function";
  const idOf = (creation) => {
    if (!creation.ok) throw new Error("Not created.");
    return creation.elicitation.id;
  };
  const requireOk = (change) => {
    if (!change.ok) throw new Error("Not settled.");
  };
  return {
    create(timeoutMs) {
      const creation = broker.create(elicitation(timeoutMs));
      return isPromise(creation) ? creation.then(idOf) : idOf(creation);
    },
    settle(id) {
      const change = broker.settle(id, answer, { by: "ada", from: "inbox" });
      return isPromise(change) ? change.then(requireOk) : requireOk(change);
    },
    async close() {
      await broker.close();
      await closeEngine();
    },
  };
}
