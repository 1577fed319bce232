// The bus in memory, beyond the contract: when it delivers, and who hears of failures.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";

describe("the bus in memory", () => {
  it("delivers after the publisher has gone on", async () => {
    const { bus } = createMemoryEngine();
    const order: string[] = [];
    bus.subscribe("t", (message) => order.push(message));
    bus.publish("t", "delivered");
    order.push("published");
    await Promise.resolve();
    expect(order).toEqual(["published", "delivered"]);
  });

  it("delivers what listeners publish after what was published before", async () => {
    const { bus } = createMemoryEngine();
    const heard: string[] = [];
    bus.subscribe("t", (message) => {
      if (message === "a") bus.publish("t", "from a");
    });
    bus.subscribe("t", (message) => heard.push(message));
    bus.publish("t", "a");
    bus.publish("t", "b");
    await Promise.resolve();
    expect(heard).toEqual(["a", "b", "from a"]);
  });

  it("does not deliver to who subscribed after the publication, be it before the delivery", async () => {
    const { bus } = createMemoryEngine();
    const heard: string[] = [];
    bus.subscribe("t", (message) => heard.push(`early ${message}`));
    bus.publish("t", "a");
    bus.subscribe("t", (message) => heard.push(`late ${message}`));
    bus.publish("t", "b");
    await Promise.resolve();
    expect(heard).toEqual(["early a", "early b", "late b"]);
  });

  it("does not deliver to who unsubscribed before the delivery", async () => {
    const { bus } = createMemoryEngine();
    const heard: string[] = [];
    const stop = bus.subscribe("t", (message) => heard.push(message));
    bus.publish("t", "a");
    stop();
    await Promise.resolve();
    expect(heard).toEqual([]);
  });

  it("tells onError what listeners throw", async () => {
    const errors: unknown[] = [];
    const { bus } = createMemoryEngine({ onError: (error) => errors.push(error) });
    const failure = new Error("on purpose");
    bus.subscribe("t", () => {
      throw failure;
    });
    bus.publish("t", "a");
    await Promise.resolve();
    expect(errors).toEqual([failure]);
  });

  it("delivers 200,000 messages published at once in linear time", async () => {
    const { bus } = createMemoryEngine();
    let heard = 0;
    bus.subscribe("t", () => {
      heard += 1;
    });
    for (let index = 0; index < 200_000; index += 1) bus.publish("t", "m");
    await Promise.resolve();
    expect(heard).toBe(200_000);
  });

  it("keeps nothing of topics that nobody listens to", async () => {
    const { bus } = createMemoryEngine();
    const stop = bus.subscribe("t", () => {});
    stop();
    const heard: string[] = [];
    bus.publish("t", "nobody");
    bus.subscribe("t", (message) => heard.push(message));
    await Promise.resolve();
    expect(heard).toEqual([]);
  });
});
