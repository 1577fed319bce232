// The rules of the event log contract.

import assert from "node:assert/strict";
import type { EventLog } from "../../core/engine/event-log.js";
import type { Rule } from "./rule.js";

async function appendAll(
  events: EventLog,
  stream: string,
  data: readonly string[],
): Promise<readonly number[]> {
  const sequences: number[] = [];
  for (const item of data) sequences.push(await events.append(stream, item));
  return sequences;
}

function numbers(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

export const eventLogRules: readonly Rule[] = [
  {
    title: "an unknown stream has no log",
    async check({ engine: { events } }) {
      assert.equal(await events.read("s", 0), undefined);
    },
  },
  {
    title: "an opened stream is known before its first event",
    async check({ engine: { events } }) {
      await events.open("s");
      assert.deepEqual(await events.read("s", 0), { events: [], evicted: false, ended: false });
    },
  },
  {
    title: "opening twice is harmless",
    async check({ engine: { events } }) {
      await events.open("s");
      await events.append("s", "a");
      await events.open("s");
      assert.deepEqual((await events.read("s", 0))?.events, [{ sequence: 1, data: "a" }]);
      assert.equal(await events.append("s", "b"), 2);
    },
  },
  {
    title: "sequences count from 1 in each stream, and an append opens its stream",
    async check({ engine: { events } }) {
      assert.deepEqual(await appendAll(events, "s", ["a", "b", "c"]), [1, 2, 3]);
      assert.deepEqual(await appendAll(events, "t", ["d"]), [1]);
    },
  },
  {
    title: "a read gives the events after the given sequence, in order",
    async check({ engine: { events } }) {
      await appendAll(events, "s", ["a", "", "c ✓ 𝄞"]);
      assert.deepEqual(await events.read("s", 0), {
        events: [
          { sequence: 1, data: "a" },
          { sequence: 2, data: "" },
          { sequence: 3, data: "c ✓ 𝄞" },
        ],
        evicted: false,
        ended: false,
      });
      assert.deepEqual((await events.read("s", 2))?.events, [{ sequence: 3, data: "c ✓ 𝄞" }]);
      assert.deepEqual(await events.read("s", 3), { events: [], evicted: false, ended: false });
    },
  },
  {
    title: "events appended at the same time get different sequences without gaps",
    async check({ engine: { events }, maxEventsPerStream }) {
      const data = numbers(1, maxEventsPerStream);
      const sequences = await Promise.all(data.map(async (item) => events.append("s", item)));
      assert.deepEqual(
        [...sequences].sort((a, b) => a - b),
        data.map(Number),
      );
      const page = await events.read("s", 0);
      assert.deepEqual(
        page?.events.map(({ sequence }) => sequence),
        data.map(Number),
      );
      assert.deepEqual(page?.events.map((event) => event.data).sort(), [...data].sort());
    },
  },
  {
    title: "a full stream loses its oldest events and says so to who asks for them",
    async check({ engine: { events }, maxEventsPerStream: max }) {
      await appendAll(events, "s", numbers(1, max + 3));
      const fromStart = await events.read("s", 0);
      assert.equal(fromStart?.evicted, true);
      assert.deepEqual(
        fromStart?.events.map(({ data }) => data),
        numbers(4, max + 3),
      );
      assert.deepEqual(
        fromStart?.events.map(({ sequence }) => String(sequence)),
        numbers(4, max + 3),
      );
      assert.equal((await events.read("s", 2))?.evicted, true);
    },
  },
  {
    title: "who has seen all that is gone learns of no loss",
    async check({ engine: { events }, maxEventsPerStream: max }) {
      await appendAll(events, "s", numbers(1, max + 3));
      const page = await events.read("s", 3);
      assert.equal(page?.evicted, false);
      assert.deepEqual(
        page?.events.map(({ data }) => data),
        numbers(4, max + 3),
      );
      assert.equal((await events.read("s", max + 3))?.evicted, false);
    },
  },
  {
    title: "a stream that fills many times over keeps counting and keeps the last ones",
    async check({ engine: { events }, maxEventsPerStream: max }) {
      await appendAll(events, "s", numbers(1, max * 5 + 1));
      assert.deepEqual(
        (await events.read("s", 0))?.events.map(({ data }) => data),
        numbers(max * 4 + 2, max * 5 + 1),
      );
    },
  },
  {
    title: "an ended stream says so and keeps its events for the retention time",
    async check({ engine: { events }, clock, retentionMs }) {
      await appendAll(events, "s", ["a", "b"]);
      await events.end("s");
      await clock.advance(retentionMs - 1);
      const page = await events.read("s", 1);
      assert.deepEqual(page, { events: [{ sequence: 2, data: "b" }], evicted: false, ended: true });
    },
  },
  {
    title: "an ended stream is forgotten after the retention time",
    async check({ engine: { events }, clock, retentionMs }) {
      await events.append("s", "a");
      await events.end("s");
      await clock.advance(retentionMs + 1);
      assert.equal(await events.read("s", 0), undefined);
    },
  },
  {
    title: "ending twice does not lengthen the retention time",
    async check({ engine: { events }, clock, retentionMs }) {
      await events.append("s", "a");
      await events.end("s");
      await clock.advance(retentionMs - 1);
      await events.end("s");
      await clock.advance(2);
      assert.equal(await events.read("s", 0), undefined);
    },
  },
  {
    title: "an open stream outlives the retention time",
    async check({ engine: { events }, clock, retentionMs }) {
      await events.append("s", "a");
      await clock.advance(retentionMs * 10);
      assert.deepEqual((await events.read("s", 0))?.events, [{ sequence: 1, data: "a" }]);
    },
  },
  {
    title: "ending or dropping an unknown stream is harmless and makes none",
    async check({ engine: { events } }) {
      await events.end("s");
      await events.drop("s");
      assert.equal(await events.read("s", 0), undefined);
    },
  },
  {
    title: "a dropped stream is forgotten at once, and no other",
    async check({ engine: { events } }) {
      await events.append("s", "a");
      await events.append("t", "b");
      await events.drop("s");
      assert.equal(await events.read("s", 0), undefined);
      assert.deepEqual((await events.read("t", 0))?.events, [{ sequence: 1, data: "b" }]);
    },
  },
];
