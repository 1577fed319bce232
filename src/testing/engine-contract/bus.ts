// The rules of the bus contract. Nobody sleeps: where silence is to be shown, a later message is awaited.

import assert from "node:assert/strict";
import { listen } from "./listen.js";
import type { Rule } from "./rule.js";

export const busRules: readonly Rule[] = [
  {
    title: "every listener of a topic hears every message, in order",
    async check({ engine: { bus } }) {
      const first = await listen(bus, "t");
      const second = await listen(bus, "t");
      const messages = Array.from({ length: 50 }, (_, index) => `m${index}`);
      for (const message of messages) await bus.publish("t", message);
      await Promise.all([first.until("m49"), second.until("m49")]);
      assert.deepEqual(first.heard, messages);
      assert.deepEqual(second.heard, messages);
    },
  },
  {
    title: "messages published without waiting keep their order",
    async check({ engine: { bus } }) {
      const listener = await listen(bus, "t");
      const messages = Array.from({ length: 50 }, (_, index) => `m${index}`);
      await Promise.all(messages.map((message) => bus.publish("t", message)));
      await listener.until("m49");
      assert.deepEqual(listener.heard, messages);
    },
  },
  {
    title: "a listener hears its own topic only",
    async check({ engine: { bus } }) {
      const listener = await listen(bus, "t");
      for (const topic of ["other", "t/1", "T", ""]) await bus.publish(topic, "elsewhere");
      await bus.publish("t", "here");
      await listener.until("here");
      assert.deepEqual(listener.heard, ["here"]);
    },
  },
  {
    title: "a listener hears nothing from before it subscribed",
    async check({ engine: { bus } }) {
      const early = await listen(bus, "t");
      await bus.publish("t", "before");
      const late = await listen(bus, "t");
      await bus.publish("t", "after");
      await Promise.all([early.until("after"), late.until("after")]);
      assert.deepEqual(late.heard, ["after"]);
    },
  },
  {
    title: "a listener hears from the moment its subscription has settled",
    async check({ engine: { bus } }) {
      const listener = await listen(bus, "t");
      await bus.publish("t", "now");
      await listener.until("now");
      assert.deepEqual(listener.heard, ["now"]);
    },
  },
  {
    title: "who has unsubscribed hears nothing more, and unsubscribing twice is harmless",
    async check({ engine: { bus } }) {
      const leaving = await listen(bus, "t");
      const staying = await listen(bus, "t");
      await bus.publish("t", "both");
      await Promise.all([leaving.until("both"), staying.until("both")]);
      leaving.stop();
      leaving.stop();
      await bus.publish("t", "one");
      await staying.until("one");
      assert.deepEqual(leaving.heard, ["both"]);
      assert.deepEqual(staying.heard, ["both", "one"]);
    },
  },
  {
    title: "the same function subscribed twice hears twice, and ends each subscription by itself",
    async check({ engine: { bus } }) {
      const heard: string[] = [];
      const hear = (message: string): void => void heard.push(message);
      const stopFirst = await bus.subscribe("t", hear);
      await bus.subscribe("t", hear);
      const witness = await listen(bus, "t");
      await bus.publish("t", "two");
      await witness.until("two");
      stopFirst();
      await bus.publish("t", "one");
      await witness.until("one");
      assert.deepEqual(heard, ["two", "two", "one"]);
    },
  },
  {
    title: "a listener that throws harms no other, nor the publisher, nor itself",
    async check({ engine: { bus } }) {
      let calls = 0;
      await bus.subscribe("t", () => {
        calls += 1;
        throw new Error("A listener throws on purpose.");
      });
      const other = await listen(bus, "t");
      await bus.publish("t", "a");
      await bus.publish("t", "b");
      await other.until("b");
      assert.deepEqual(other.heard, ["a", "b"]);
      assert.equal(calls, 2);
    },
  },
  {
    title: "a listener may publish, subscribe and unsubscribe",
    async check({ engine: { bus } }) {
      const listener = await listen(bus, "reply");
      const stop = await bus.subscribe("t", (message) => {
        stop();
        void bus.publish("reply", `${message}!`);
      });
      await bus.publish("t", "a");
      await listener.until("a!");
      await bus.publish("t", "b");
      await bus.publish("reply", "end");
      await listener.until("end");
      assert.deepEqual(listener.heard, ["a!", "end"]);
    },
  },
  {
    title: "a message to nobody is harmless",
    async check({ engine: { bus } }) {
      await bus.publish("t", "a");
    },
  },
];
