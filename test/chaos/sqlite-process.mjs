// A process on a SQLite file, on the built package, for tests with several of them.
//
//   node sqlite-process.mjs <job> <file> <name> [argument]
//
// Each acknowledgement is a line on standard output, written before anything else is done.

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { createBroker } from "../../dist/broker/index.js";
import { createSqliteEngine } from "../../dist/engines/sqlite/index.js";
import { field, form } from "../../dist/index.js";

const [, , job, path, name, argument] = process.argv;
const open = () => createSqliteEngine({ path, lockTimeoutMs: 60_000 });
const engine = open();
const say = (...words) => writeSync(1, `${words.join(" ")}\n`);

const jobs = {
  /** Creates and settles from a number on, as fast as it can, until it is killed. Others compete for the same keys. */
  async write() {
    let next = Number(argument);
    const caller = async () => {
      for (;;) {
        const number = next++;
        const key = `key-${number}`;
        const { record, created } = await engine.elicitations.create(elicitation(`${number}-${name}`, key));
        if (created) say("created", number, record.id);
        const settled = await engine.elicitations.change(
          record.id,
          1,
          { status: "accepted", outcome: name, forgetAt: 9e15 },
          Date.now(),
        );
        if (settled) say("settled", number, record.id, name);
      }
    };
    await Promise.all([caller(), caller(), caller()]);
  },
  /** Does the same through a broker, with answers that say who gave them. */
  async broker() {
    const broker = openBroker();
    let next = Number(argument);
    const caller = async () => {
      for (;;) {
        const number = next++;
        const creation = await broker.create({ ...question, key: `key-${number}` });
        const { id } = creation.elicitation;
        if (creation.created) say("created", number, id);
        const answer = { action: "accept", content: { who: name } };
        const settled = await broker.settle(id, answer, { by: name });
        if (settled.ok) say("settled", number, id, name);
      }
    };
    await Promise.all([caller(), caller(), caller()]);
  },
  /** Asks so many questions that hang on it, says their ids, and stays until it is killed. */
  async attach() {
    const broker = openBroker({ leaseMs: 2_000, sweepMs: 500 });
    const lease = await broker.lease();
    const created = Array.from({ length: Number(argument) }, () =>
      broker.create({ ...question, lease: lease.id }),
    );
    for (const { elicitation } of await Promise.all(created)) say("created", elicitation.id);
    say("attached");
  },
  /** Settles each id that it is given on standard input, and says at which instant it began to. */
  async settle() {
    const broker = openBroker();
    say("ready");
    for await (const id of createInterface({ input: process.stdin })) {
      say("settling", performance.timeOrigin + performance.now());
      await broker.settle(id, { action: "accept", content: { who: name } });
    }
    await broker.close();
    await engine.close();
  },
  /** Counts, takes and creates as often as it is told, together with others who do the same. */
  async compete() {
    const rounds = Number(argument);
    const tally = { taken: 0, created: 0, removed: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const bucket = { capacity: 50, refillMs: 1e9 };
      const [, taken, creation, removed] = await Promise.all([
        count("counter"),
        engine.limits.take("bucket", bucket, 1_000_000),
        engine.elicitations.create(elicitation(`${round}-${name}`, `key-${round}`)),
        engine.sessions.remove(`session-${round}`),
      ]);
      if (taken.ok) tally.taken += 1;
      if (creation.created) tally.created += 1;
      if (removed) tally.removed += 1;
    }
    say(JSON.stringify(tally));
    await engine.close();
  },
  /** Writes until it cannot, says why, and reads once more. */
  async fill() {
    for (let number = 0; ; number += 1) {
      try {
        await engine.records.put(`k${number}`, "x".repeat(1_000));
        say("kept", number);
      } catch (error) {
        say("failed", JSON.stringify({ code: error.code, message: error.message }));
        say("read", (await engine.records.get("k0")).value.length);
        await engine.close();
        return;
      }
    }
  },
  /** Says what a record holds. */
  async read() {
    const record = await engine.records.get(argument);
    say(record?.value);
    await engine.close();
  },
  /** Comes and goes as often as it is told, together with others who do the same. */
  async flap() {
    await engine.close();
    for (let round = Number(argument); round > 0; round -= 1) {
      const brief = open();
      await brief.bus.subscribe("question", () => {});
      await brief.close();
    }
    say("done");
  },
  /** Opens a new file at each of the instants that it is told, as others do at the same instants. */
  async rush() {
    await engine.close();
    for (const at of argument.split(",").map(Number)) {
      while (Date.now() < at);
      await createSqliteEngine({ path: `${path}-${at}` }).close();
    }
    say("done");
  },
  /** Says what it hears, and answers it, until its standard input ends. */
  async echo() {
    await engine.bus.subscribe("question", (message) => {
      say("heard", message);
      void engine.bus.publish("answer", `${message} by ${name}`);
    });
    say("listening");
    process.stdin.resume().once("end", () => engine.close());
  },
};

const openBroker = (options = {}) =>
  createBroker({ engine, limits: false, keys: ["k".repeat(32)], ...options });

const question = {
  message: "Who are you?",
  schema: form("Who are you?", { who: field.string({ title: "Name" }) }).schema,
  asker: {
    server: "chaos",
    method: "tools/call",
    target: "ask",
    client: "chaos",
    principalId: undefined,
    runId: "r",
  },
};

async function count(key) {
  for (;;) {
    const found = await engine.records.get(key);
    const next = String(Number(found?.value ?? "0") + 1);
    if ((await engine.records.put(key, next, { ifVersion: found?.version ?? 0 })) !== undefined) return;
  }
}

function elicitation(id, key) {
  return {
    id,
    key,
    mode: "inline",
    status: "pending",
    audience: undefined,
    asker: "chaos",
    principal: undefined,
    lease: undefined,
    tags: ["chaos"],
    createdAt: Date.now(),
    expiresAt: undefined,
    forgetAt: undefined,
    version: 1,
    body: "x".repeat(200),
    outcome: undefined,
  };
}

await jobs[job]();
