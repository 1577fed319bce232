// What a run keeps between its rounds: it comes back as it was, to whom it belongs, and steps give what JSON carries.

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { BeckonError } from "../../src/index.js";
import { LATEST_LEGACY } from "../../src/protocol/revisions.js";
import { type Entry, Journal } from "../../src/replay/journal.js";
import { jsonCopy, jsonRoundTrip } from "../../src/replay/json-round-trip.js";
import { type RunState, readState, writeState } from "../../src/replay/state.js";
import { createStateSeal, MOST_TOKEN } from "../../src/replay/state-seal.js";
import { createKeyRing, randomKey } from "../../src/seal/key-ring.js";
import { OPEN_ACCESS } from "../../src/server/access/access.js";
import { bindingOf } from "../../src/server/asking/binding.js";
import { Call } from "../../src/server/call/call.js";
import { readClient } from "../../src/server/call/client.js";
import { createFakeClock } from "../../src/testing/index.js";

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "constructor", "@", ""));
const instant = fc.integer({ min: 1, max: 2 ** 48 });

const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ digest: text, answer: fc.jsonValue() }),
  fc.record({ result: fc.jsonValue() }, { requiredKeys: [] }),
  fc.record({
    failure: fc.record(
      { name: text, message: text, code: fc.oneof(text, fc.integer()) },
      { requiredKeys: ["name", "message"] },
    ),
  }),
  fc.record({ value: fc.jsonValue() }),
);

const anyState: fc.Arbitrary<RunState> = fc.record({
  runId: text,
  round: fc.nat(),
  slot: text,
  journal: fc
    .uniqueArray(fc.tuple(text, entry), { selector: ([name]) => name })
    .map((entries) => new Journal(entries)),
  pending: fc.array(
    fc
      .tuple(text, fc.option(text.filter((digest) => digest !== "")), fc.nat(), fc.option(instant), text)
      .map(([key, digest, attempt, expiresAt, note]) => ({
        key,
        digest: digest ?? key,
        attempt,
        expiresAt: expiresAt ?? undefined,
        note,
      })),
  ),
  expiresAt: instant,
  progress: fc.option(fc.integer(), { nil: undefined }),
  changing: fc.nat(),
  spentMs: fc.nat(),
  traceparent: fc.option(text, { nil: undefined }),
});

/** A state as something to compare. */
const plain = (state: RunState | undefined): unknown =>
  state &&
  JSON.parse(
    JSON.stringify({
      ...state,
      bytes: 0,
      isUntouched: false,
      journal: [...Object.entries(state.journal.toJSON())],
    }),
  );

/** The same, having learned more than a client carries. */
const withMuch = ({ journal, ...state }: RunState): RunState => ({
  ...state,
  journal: new Journal([...Object.entries(journal.toJSON()), ["s:much", { result: "x".repeat(MOST_TOKEN) }]]),
});

test("a state is read as it was written", () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(plain(readState(writeState(state)))).toEqual(plain(state));
    }),
    { numRuns: 500 },
  );
});

test("a sealed state opens under its own binding only, carried or spilled", async () => {
  const { records } = createMemoryEngine({ clock: createFakeClock() });
  const ring = createKeyRing([randomKey()]);
  const seal = createStateSeal({ keys: () => ring, records, isShared: false, maySpill: () => true });
  await fc.assert(
    fc.asyncProperty(anyState, text, text, fc.boolean(), async (given, own, other, isLarge) => {
      const state = isLarge ? withMuch(given) : given;
      const token = await seal.seal(own, state);
      expect(token.length).toBeLessThanOrEqual(MOST_TOKEN);
      // Told as yes or no, since nobody wants to read it.
      expect(isDeepStrictEqual(plain(await seal.open(own, token)), plain(state))).toBe(true);
      for (const near of [other, `${own} `, ` ${own}`, `@${own}`])
        if (near !== own) expect(await seal.open(near, token)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

const args = fc.dictionary(text, fc.jsonValue(), { maxKeys: 4 });
const subject = fc.record({
  server: text,
  principal: fc.option(text, { nil: undefined }),
  method: fc.constantFrom("tools/call", "prompts/get"),
  name: text,
  args: fc.option(args, { nil: undefined }),
});

type Subject = typeof subject extends fc.Arbitrary<infer T> ? T : never;

function bind({ server, principal, method, name, args }: Subject): string {
  return bindingOf(
    server,
    new Call({
      id: 1,
      method,
      params: { name, ...(args && { arguments: args }), requestState: "x", _meta: { any: 1 } },
      revision: LATEST_LEGACY,
      client: readClient(undefined, undefined),
      access: principal === undefined ? OPEN_ACCESS : { ...OPEN_ACCESS, principal: { id: principal } },
      transport: "http",
      headers: {},
      sessionId: undefined,
      logLevel: undefined,
      outlet: { notify: () => true },
    }),
  );
}

/** The same in another order; what is absent is empty. */
const sameAs = (one: Subject): Subject => ({
  ...one,
  args: Object.fromEntries(Object.entries(one.args ?? {}).toReversed()),
});

test("a binding is the same for the same request, whatever the order of its arguments", () => {
  fc.assert(
    fc.property(subject, (one) => {
      expect(bind(sameAs(one))).toBe(bind(one));
    }),
    { numRuns: 300 },
  );
});

test("two requests that differ in anything have two bindings", () => {
  const part = fc.constantFrom<keyof Subject>("server", "principal", "method", "name", "args");
  const written = (given: Subject[keyof Subject]): string => JSON.stringify(given) ?? "";
  fc.assert(
    fc.property(subject, subject, part, (one, two, what) => {
      const other: Subject = { ...one, [what]: two[what] };
      const isSame =
        what === "args"
          ? written(jsonOf(one.args ?? {})) === written(jsonOf(two.args ?? {}))
          : one[what] === two[what];
      fc.pre(!isSame);
      expect(bind(other)).not.toBe(bind(one));
    }),
    { numRuns: 500 },
  );
});

/** The value with its keys in order, so that its text tells it from others. */
const jsonOf = (value: unknown): never =>
  JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) as never;

const whatStepsGive = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
  withBoxedValues: true,
});

test("what a step gives is what JSON makes of it, or an error that names the step", () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.oneof(whatStepsGive, fc.jsonValue()), (given) => {
      let carried: unknown;
      try {
        carried = jsonRoundTrip(given, "the step");
      } catch (error) {
        refused += 1;
        expect(error).toBeInstanceOf(BeckonError);
        expect(error).toMatchObject({ code: "not-json", message: expect.stringContaining("the step") });
        return;
      }
      const text = JSON.stringify(given);
      expect(carried).toStrictEqual(text === undefined ? undefined : JSON.parse(text));
      expect(jsonRoundTrip(carried, "again")).toStrictEqual(carried);
      expect(jsonCopy(carried)).toStrictEqual(carried);
    }),
    { numRuns: 2_000 },
  );
  expect(refused).toBeGreaterThan(0);
});

test("plain data is never refused", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.date({ noInvalidDate: true }), (value, date) => {
      const given = { value, date, list: [value, date], none: undefined };
      expect(jsonRoundTrip(given, "the step")).toStrictEqual(JSON.parse(JSON.stringify(given)));
    }),
    { numRuns: 500 },
  );
});
