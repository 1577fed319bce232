// The SQLite engine against the memory engine: whatever is asked of both, they say the same.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { ElicitationRecord, ElicitationStatus } from "../../src/core/engine/elicitations.js";
import type { Engine } from "../../src/core/engine/engine.js";
import type { SessionChange } from "../../src/core/engine/sessions.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import { elicitation } from "../../src/testing/engine-contract/sample-elicitation.js";
import { session } from "../../src/testing/engine-contract/sample-session.js";
import { createFakeClock } from "../../src/testing/index.js";

const directory = mkdtempSync(join(tmpdir(), "beckon-property-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What is asked of an engine. `now` is the clock's time. */
type Ask = (engine: Engine, now: number) => unknown;
type Step = { readonly advanceMs: number } | { readonly told: string; readonly ask: Ask };

/** A step that prints as what it does. */
const asking = <T extends unknown[]>(
  name: string,
  given: { [K in keyof T]: fc.Arbitrary<T[K]> },
  ask: (...values: T) => Ask,
): fc.Arbitrary<Step> =>
  // One arbitrary for each member gives a tuple of the members.
  (fc.tuple(...given) as unknown as fc.Arbitrary<T>).map((values) => ({
    told: `${name} ${JSON.stringify(values)}`,
    ask: ask(...values),
  }));

// Characters on which both orders of keys agree: memory's by code unit, SQLite's by code point.
const key = fc.string({ unit: fc.constantFrom("a", "b", "/", "\0", "\u{10ffff}"), maxLength: 2 });
const id = fc.constantFrom("a", "b", "c", "d");
const stream = fc.constantFrom("s", "t");
const instant = fc.integer({ min: -50, max: 3_000 });
const limit = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(Infinity));
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const open = fc.constantFrom<ElicitationStatus>("pending", "active");
const final = fc.constantFrom<ElicitationStatus>("accepted", "declined", "cancelled", "expired", "withdrawn");
const status = fc.oneof(open, final);
const word = maybe(fc.constantFrom("ada", "bob"));
const tags = fc.uniqueArray(fc.constantFrom("x", "y", "z\0"));

const recordSteps = [
  asking("put", [key, fc.string(), maybe(fc.nat(6)), maybe(instant)], (name, value, ifVersion, livesMs) => {
    return ({ records }, now) =>
      records.put(name, value, {
        ...(ifVersion === undefined ? {} : { ifVersion }),
        ...(livesMs === undefined ? {} : { expiresAt: now + livesMs }),
      });
  }),
  asking(
    "remove",
    [key, maybe(fc.nat(6))],
    (name, ifVersion) =>
      ({ records }) =>
        records.remove(name, ifVersion),
  ),
  asking(
    "get",
    [key],
    (name) =>
      ({ records }) =>
        records.get(name),
  ),
  asking(
    "list",
    [key, maybe(key), limit],
    (prefix, after, most) =>
      ({ records }) =>
        records.list(prefix, after, most),
  ),
];

const sessionChange = fc.oneof(
  fc.record({ logLevel: fc.constantFrom("info", "error") }),
  fc.record({ subscribe: key }),
  fc.record({ unsubscribe: key }),
) satisfies fc.Arbitrary<SessionChange>;

const sessionSteps = [
  asking(
    "create session",
    [id, instant],
    (name, at) =>
      ({ sessions }) =>
        sessions.create(session(name, at)),
  ),
  asking(
    "change session",
    [id, sessionChange],
    (name, change) =>
      ({ sessions }) =>
        sessions.change(name, change),
  ),
  asking(
    "touch",
    [id, instant],
    (name, at) =>
      ({ sessions }) =>
        sessions.touch(name, at),
  ),
  asking(
    "get session",
    [id],
    (name) =>
      ({ sessions }) =>
        sessions.get(name),
  ),
  asking(
    "remove session",
    [id],
    (name) =>
      ({ sessions }) =>
        sessions.remove(name),
  ),
  asking("remove idle", [instant], (before) => async ({ sessions }) => {
    const removed = await sessions.removeIdle(before, Infinity);
    return removed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }),
];

const eventSteps = [
  asking(
    "open",
    [stream],
    (name) =>
      ({ events }) =>
        events.open(name),
  ),
  asking(
    "append",
    [stream, fc.string({ maxLength: 30 })],
    (name, data) =>
      ({ events }) =>
        events.append(name, data),
  ),
  asking(
    "read",
    [stream, fc.integer({ min: 0, max: 12 })],
    (name, after) =>
      ({ events }) =>
        events.read(name, after),
  ),
  asking(
    "end",
    [stream],
    (name) =>
      ({ events }) =>
        events.end(name),
  ),
  asking(
    "drop",
    [stream],
    (name) =>
      ({ events }) =>
        events.drop(name),
  ),
];

const limitSteps = [
  asking(
    "take",
    [id, fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 250, 333.3, 1_000)],
    (name, capacity, refillMs) =>
      ({ limits }, now) =>
        limits.take(name, { capacity, refillMs }, now),
  ),
];

const newRecord = fc
  .record({
    id,
    key: maybe(key),
    status,
    audience: word,
    principal: word,
    lease: word,
    run: word,
    tags,
    expiresAt: maybe(instant),
  })
  .map(({ id: name, key: ownKey, ...fields }) => elicitation(name, { ...fields, key: ownKey ?? name }));

const change = fc.record(
  {
    status: fc.oneof({ weight: 3, arbitrary: open }, { weight: 1, arbitrary: final }),
    expiresAt: maybe(instant),
    forgetAt: maybe(instant),
    body: fc.string(),
    outcome: maybe(fc.string()),
  },
  { requiredKeys: [] },
);

/** Mostly one that a record of few changes has. */
const version = fc.oneof(
  { weight: 4, arbitrary: fc.constant(1) },
  { weight: 3, arbitrary: fc.constant(2) },
  { weight: 2, arbitrary: fc.constant(3) },
);

const filter = fc.record(
  {
    status: fc.array(status, { maxLength: 3 }),
    audience: fc.constantFrom("ada", "bob"),
    lease: fc.constant("ada"),
    run: fc.constant("ada"),
    tag: fc.constantFrom("x", "z\0"),
  },
  { requiredKeys: [] },
);

const byId = (records: readonly ElicitationRecord[]): readonly ElicitationRecord[] =>
  records.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const rateOf = (rateKey: string) => ({ key: rateKey, bucket: { capacity: 2, refillMs: 100 } });

const elicitationSteps = [
  asking(
    "create",
    [newRecord, maybe(fc.integer({ min: 0, max: 2 })), maybe(fc.constantFrom("k", "l"))],
    (record, maxOpen, rateKey) =>
      ({ elicitations }) =>
        elicitations.create(record, maxOpen, rateKey === undefined ? undefined : rateOf(rateKey)),
  ),
  asking(
    "change",
    [id, version, change],
    (name, ifVersion, fields) =>
      ({ elicitations }, now) =>
        elicitations.change(name, ifVersion, fields, now),
  ),
  asking(
    "get elicitation",
    [id],
    (name) =>
      ({ elicitations }) =>
        elicitations.get(name),
  ),
  asking(
    "list elicitations",
    [filter, maybe(id), limit],
    (fields, after, most) =>
      ({ elicitations }) =>
        elicitations.list(fields, after, most),
  ),
  asking(
    "due",
    [instant],
    (at) =>
      async ({ elicitations }) =>
        byId(await elicitations.due(at, Infinity)),
  ),
  asking(
    "forget",
    [instant],
    (at) =>
      ({ elicitations }) =>
        elicitations.forget(at, Infinity),
  ),
  asking(
    "changes",
    [fc.nat(10), limit],
    (after, most) =>
      ({ elicitations }) =>
        elicitations.changes(after, most),
  ),
];

const advance = fc.integer({ min: 0, max: 2_000 }).map((advanceMs): Step => ({ advanceMs }));

const parts: Record<string, fc.Arbitrary<Step>[]> = {
  records: recordSteps,
  sessions: sessionSteps,
  events: eventSteps,
  limits: limitSteps,
  elicitations: elicitationSteps,
};

/** What an engine says, be it an error. */
async function answerOf(ask: Ask, engine: Engine, now: number): Promise<unknown> {
  try {
    return { value: await ask(engine, now) };
  } catch (error) {
    return { code: (error as { code?: unknown }).code, message: (error as Error).message };
  }
}

/** All that can be listed. */
async function everything({ records, elicitations }: Engine): Promise<unknown> {
  return [
    await records.list("", undefined, Infinity),
    await elicitations.list({}, undefined, Infinity),
    await elicitations.changes(0, Infinity),
  ];
}

/** Brings the numbers of elicitations near to the end of a block: what is in the block before is kept another way. */
async function countOn({ elicitations }: Engine, changes: number): Promise<void> {
  await elicitations.create(elicitation("first"));
  const made = Array.from({ length: changes }, async (_, index) =>
    elicitations.change("first", index + 1, { body: String(index) }, 1_000),
  );
  await Promise.all(made);
}

/** Mostly from the beginning of a block. */
const numbersBefore = fc.oneof(fc.constant(0), fc.integer({ min: 490, max: 511 }));

let files = 0;

test.each(Object.entries(parts))(
  "%s say what the memory engine says",
  { timeout: 120_000 },
  async (_, steps) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(advance, ...steps), { maxLength: 60, size: "max" }),
        fc.boolean(),
        steps === elicitationSteps ? numbersBefore : fc.constant(0),
        async (run, isAtOnce, before) => {
          files += 1;
          const clock = createFakeClock({ now: 1_000 });
          const events = { maxEventsPerStream: 5, maxBytesPerStream: 200, retentionMs: 1_500 };
          const memory = createMemoryEngine({ clock, events });
          const sqlite = createSqliteEngine({ path: join(directory, `${files}.db`), clock, events });
          try {
            if (before > 0) for (const engine of [memory, sqlite]) await countOn(engine, before);
            let asked: [string, Promise<unknown>, Promise<unknown>][] = [];
            const compare = async (): Promise<void> => {
              for (const [told, expected, actual] of asked)
                expect([told, await actual]).toEqual([told, await expected]);
              asked = [];
            };
            for (const step of run) {
              // Between two instants the calls are made one after the other, or all at once.
              if (!isAtOnce || "advanceMs" in step) await compare();
              if ("advanceMs" in step) await clock.advance(step.advanceMs);
              else {
                const answers = [memory, sqlite].map((engine) => answerOf(step.ask, engine, clock.now()));
                asked.push([step.told, answers[0] as Promise<unknown>, answers[1] as Promise<unknown>]);
              }
            }
            await compare();
            expect(await everything(sqlite)).toEqual(await everything(memory));
          } finally {
            await sqlite.close();
          }
        },
      ),
      { numRuns: 50 },
    );
  },
);
