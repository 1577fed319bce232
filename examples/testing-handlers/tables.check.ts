// Tests of the handlers, with Node's own test runner; vitest and jest look the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accept,
  assertReplaySafe,
  decline,
  eachEra,
  type MakeServer,
  type ServerKit,
  testClient,
} from "beckon/testing";
import { createTables, type Tables } from "./tables.js";

/** Tables that only write down what happens to them. */
const fakeTables = ({ effect }: ServerKit): Tables => ({
  async hold(day, guests) {
    effect("hold");
    return `table ${guests} of ${day}`;
  },
  async release() {
    effect("release");
  },
});

const makeServer: MakeServer = (kit) => createTables(fakeTables(kit), { keys: kit.keys, engine: kit.engine });

const args = { day: "2026-12-01", guests: 4 };
const yes = accept({ confirmed: true });

test("books a table in every era", () =>
  eachEra(makeServer, { answers: [yes, accept({ seat: "out" })] }, async (client) => {
    const { text } = await client.callTool("book", args);
    assert.equal(text, "Booked table 4 of 2026-12-01, out.");
    assert.deepEqual(client.effects, ["hold"]);
  }));

test("lets the table go when the person does not want it", () =>
  eachEra(
    makeServer,
    { answers: { "Book table 4 of 2026-12-01, 2026-12-01?": decline() } },
    async (client) => {
      assert.equal((await client.callTool("book", args)).text, "Let it go.");
      assert.deepEqual(client.effects, ["hold", "release"]);
    },
  ));

test("goes on when servers are restarted between questions", async () => {
  const client = await testClient(makeServer, {
    answers: [yes, accept({ seat: "in" })],
    faults: { restartBetweenRounds: true, dropReply: true },
  });
  try {
    assert.equal((await client.callTool("book", args)).text, "Booked table 4 of 2026-12-01, in.");
    assert.deepEqual(client.effects, ["hold"]);
  } finally {
    await client.close();
  }
});

test("the careless handler holds a table twice", () =>
  assert.rejects(assertReplaySafe(makeServer, { tool: "book_carelessly", args, answers: [yes] }), {
    message: `The tool book_carelessly is not replay-safe. In the modern era:
- “hold” happened 2 times; in the legacy era it happened once. The handler does it outside of a step, before it asks “Book table 4 of 2026-12-01, 2026-12-01?”, and it runs again from its first line for every answer. Do it in ctx.step("hold", …), or after the last question.`,
  }));

test("with a step it is safe", () =>
  assertReplaySafe(makeServer, { tool: "book", args, answers: [yes, accept({ seat: "out" })] }));
