// The rules of engines that several nodes share: two engines on one state are as good as one.

import assert from "node:assert/strict";
import type { ElicitationEvent } from "../../core/engine/elicitations.js";
import type { Engine } from "../../core/engine/engine.js";
import { listen } from "./listen.js";
import type { Rule } from "./rule.js";
import { elicitation } from "./sample-elicitation.js";
import { session } from "./sample-session.js";

/** Calls made at the same time, every other one on the other node. */
function alternate<T>(
  nodes: readonly [Engine, Engine],
  count: number,
  call: (node: Engine, index: number) => Promise<T>,
): Promise<readonly T[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => call(nodes[index % 2 === 0 ? 0 : 1], index)),
  );
}

const countOf = <T>(values: readonly T[], isCounted: (value: T) => boolean): number =>
  values.filter(isCounted).length;

export const nodeRules: readonly Rule[] = [
  {
    title: "what one node has written the other reads",
    async check({ engine, again }) {
      const other = await again();
      await engine.sessions.create(session("a"));
      await engine.records.put("k", "value");
      await engine.events.append("s", "event");
      await engine.elicitations.create(elicitation("e"));
      assert.deepEqual(await other.sessions.get("a"), session("a"));
      assert.equal((await other.records.get("k"))?.value, "value");
      assert.deepEqual((await other.events.read("s", 0))?.events, [{ sequence: 1, data: "event" }]);
      assert.deepEqual(await other.elicitations.get("e"), elicitation("e"));
      await other.elicitations.change("e", 1, { status: "accepted" }, 2_000);
      assert.equal((await engine.elicitations.get("e"))?.status, "accepted");
    },
  },
  {
    title: "of writers on two nodes that expect the same version exactly one writes",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      const first = await alternate(nodes, 20, async ({ records }, index) =>
        records.put("k", String(index), { ifVersion: 0 }),
      );
      const winners = first.filter((version) => version !== undefined);
      assert.equal(winners.length, 1);
      const second = await alternate(nodes, 20, async ({ records }, index) =>
        records.put("k", String(index), { ifVersion: winners[0] ?? 0 }),
      );
      assert.equal(
        countOf(second, (version) => version !== undefined),
        1,
      );
    },
  },
  {
    title: "counting on two nodes by compare-and-set loses no count",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      await alternate(nodes, 10, async ({ records }) => {
        for (;;) {
          const found = await records.get("k");
          const next = String(Number(found?.value ?? "0") + 1);
          if ((await records.put("k", next, { ifVersion: found?.version ?? 0 })) !== undefined) return;
        }
      });
      assert.equal((await engine.records.get("k"))?.value, "10");
    },
  },
  {
    title: "exactly one of the callers on two nodes that remove a record is told so",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      await engine.records.put("k", "a");
      const removed = await alternate(nodes, 10, async ({ records }) => records.remove("k"));
      assert.equal(countOf(removed, Boolean), 1);
    },
  },
  {
    title: "of those on two nodes that create with the same key exactly one does",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      const created = await alternate(nodes, 20, async ({ elicitations }, index) =>
        elicitations.create(elicitation(`e${index}`, { key: "k" })),
      );
      assert.equal(
        countOf(created, (result) => result.created),
        1,
      );
      assert.equal(new Set(created.map(({ record }) => record?.id)).size, 1);
    },
  },
  {
    title: "of those on two nodes that settle the same version exactly one does",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      await engine.elicitations.create(elicitation("a"));
      const settled = await alternate(nodes, 20, async ({ elicitations }, index) =>
        elicitations.change("a", 1, { status: "accepted", outcome: String(index) }, 2_000),
      );
      const winners = settled.filter((record) => record !== undefined);
      assert.equal(winners.length, 1);
      for (const node of nodes) assert.deepEqual(await node.elicitations.get("a"), winners[0]);
    },
  },
  {
    title: "on two nodes together no more are kept than may be open",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      const created = await alternate(nodes, 20, async ({ elicitations }, index) =>
        elicitations.create(elicitation(`e${index}`, { principal: "ada" }), 5),
      );
      assert.equal(
        countOf(created, (result) => result.created),
        5,
      );
    },
  },
  {
    title: "of two nodes that create with the same key one takes a token and none is refused",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      const rate = { key: "k", bucket: { capacity: 1, refillMs: 1_000 } };
      const created = await alternate(nodes, 20, async ({ elicitations }, index) =>
        elicitations.create(elicitation(`e${index}`, { key: "one" }), undefined, rate),
      );
      assert.equal(
        countOf(created, (result) => result.created),
        1,
      );
      assert.equal(new Set(created.map(({ record }) => record?.id)).size, 1);
    },
  },
  {
    title: "each forgettable elicitation is forgotten by one of two nodes",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      for (let index = 0; index < 20; index += 1) {
        await engine.elicitations.create(elicitation(`e${index}`));
        await engine.elicitations.change(`e${index}`, 1, { status: "expired", forgetAt: 3_000 }, 2_000);
      }
      const counts = await alternate(nodes, 6, async ({ elicitations }) => elicitations.forget(3_000, 5));
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        20,
      );
    },
  },
  {
    title: "a reader of the change feed skips nothing while two nodes write",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      const seen: ElicitationEvent[] = [];
      let isWriting = true;
      const reading = (async () => {
        for (;;) {
          const wasWriting = isWriting;
          const page = await engine.elicitations.changes(seen.at(-1)?.number ?? 0, 7);
          seen.push(...page);
          if (page.length === 0 && !wasWriting) return;
          // Writers in this process get their turn.
          if (page.length === 0) await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      await alternate(nodes, 4, async ({ elicitations }, writer) => {
        for (let index = 0; index < 15; index += 1) {
          await elicitations.create(elicitation(`${writer}-${index}`));
          await elicitations.change(`${writer}-${index}`, 1, { status: "accepted" }, 2_000);
        }
      });
      isWriting = false;
      await reading;
      assert.equal(seen.length, 120);
      assert.deepEqual(seen, await nodes[1].elicitations.changes(0, 1_000));
    },
  },
  {
    title: "two nodes that take from one bucket get no more tokens than there are",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      const bucket = { capacity: 7, refillMs: 1_000 };
      const taken = await alternate(nodes, 20, async ({ limits }) => limits.take("k", bucket, 1_000_000));
      assert.equal(
        countOf(taken, ({ ok }) => ok),
        7,
      );
    },
  },
  {
    title: "events that two nodes append to one stream get different sequences without gaps",
    async check({ engine, again, maxEventsPerStream: max }) {
      const nodes = [engine, await again()] as const;
      const sequences = await alternate(nodes, max, async ({ events }, index) =>
        events.append("s", String(index)),
      );
      assert.deepEqual(
        [...sequences].sort((a, b) => a - b),
        Array.from({ length: max }, (_, index) => index + 1),
      );
      assert.equal((await engine.events.read("s", 0))?.events.length, max);
    },
  },
  {
    title: "a session's changes on two nodes are all kept, and one node gets it when it ends",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      await engine.sessions.create(session("a"));
      await alternate(nodes, 20, async ({ sessions }, index) =>
        sessions.change("a", { subscribe: `file:///${index}` }),
      );
      const removed = await alternate(nodes, 10, async ({ sessions }) => sessions.remove("a"));
      const records = removed.filter((record) => record !== undefined);
      assert.equal(records.length, 1);
      assert.equal(records[0]?.subscriptions.length, 20);
    },
  },
  {
    title: "each idle session goes to one of two nodes",
    async check({ engine, again }) {
      const nodes = [engine, await again()] as const;
      const ids = Array.from({ length: 30 }, (_, index) => `s${index}`);
      for (const id of ids) await engine.sessions.create(session(id));
      const removed = await alternate(nodes, 8, async ({ sessions }) => sessions.removeIdle(2_000, 5));
      assert.deepEqual(
        removed
          .flat()
          .map(({ id }) => id)
          .sort(),
        [...ids].sort(),
      );
    },
  },
  {
    title: "messages published on one node are heard on the other, in order, and no other topic's",
    async check({ engine, again }) {
      const other = await again();
      const here = await listen(engine.bus, "t");
      const there = await listen(other.bus, "t");
      const messages = Array.from({ length: 50 }, (_, index) => `m${index} ✓\n"`);
      await engine.bus.publish("other", "elsewhere");
      await Promise.all(messages.map((message) => engine.bus.publish("t", message)));
      await Promise.all([here.until(messages[49] ?? ""), there.until(messages[49] ?? "")]);
      assert.deepEqual(here.heard, messages);
      assert.deepEqual(there.heard, messages);
    },
  },
  {
    title: "a node hears the other from the moment its subscription has settled, and nothing from before",
    async check({ engine, again }) {
      const other = await again();
      await engine.bus.publish("t", "before");
      const there = await listen(other.bus, "t");
      await engine.bus.publish("t", "now");
      await there.until("now");
      assert.deepEqual(there.heard, ["now"]);
    },
  },
  {
    title: "a node that closes leaves the others what they have, and their bus",
    async check({ engine, again }) {
      const second = await again();
      const third = await again();
      await listen(second.bus, "t");
      const listener = await listen(third.bus, "t");
      await engine.bus.publish("t", "all");
      await listener.until("all");
      await second.records.put("k", "a");
      await second.close();
      assert.equal((await engine.records.get("k"))?.value, "a");
      await engine.bus.publish("t", "two");
      await listener.until("two");
      assert.deepEqual(listener.heard, ["all", "two"]);
    },
  },
];
