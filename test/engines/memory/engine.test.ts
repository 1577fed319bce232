// The memory engine as a whole: what it says of itself, and its end.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";

describe("a memory engine", () => {
  it("is neither shared nor durable", () => {
    expect(createMemoryEngine()).toMatchObject({ name: "memory", shared: false, durable: false });
  });

  it("answers every call at once, never by a promise", () => {
    const { sessions, events, records, bus, limits, elicitations, close } = createMemoryEngine();
    const answers: unknown[] = [
      sessions.get("a"),
      sessions.touch("a", 1),
      sessions.removeIdle(1, 1),
      events.append("s", "e"),
      events.read("s", 0),
      records.put("k", "v"),
      records.list("", undefined, 1),
      bus.publish("t", "m"),
      limits.take("k", { capacity: 1, refillMs: 1 }, 1),
      elicitations.list({}, undefined, 1),
      elicitations.changes(0, 1),
      close(),
    ];
    expect(answers.filter((answer) => answer instanceof Promise)).toEqual([]);
  });

  it("refuses every call once it is closed, and can be closed again", () => {
    const engine = createMemoryEngine();
    engine.close();
    engine.close();
    const { name, shared, durable, close, ...parts } = engine;
    const calls = Object.values(parts).flatMap((part) => Object.values(part) as (() => unknown)[]);
    expect(calls).toHaveLength(6 + 5 + 4 + 2 + 1 + 7);
    for (const call of calls) expect(call).toThrow(expect.objectContaining({ code: "closed" }));
  });

  it("delivers nothing after it is closed", async () => {
    const engine = createMemoryEngine();
    const heard: string[] = [];
    engine.bus.subscribe("t", (message) => heard.push(message));
    engine.bus.publish("t", "m");
    engine.close();
    await Promise.resolve();
    expect(heard).toEqual([]);
  });

  it("lets go of what it held when it is closed", async () => {
    const engine = createMemoryEngine();
    const record = { id: "a", principalId: undefined, revision: "r", client: "{}", createdAt: 0, seenAt: 0 };
    const kept = (): WeakRef<object> => {
      const session = { ...record, logLevel: undefined, subscriptions: [] };
      engine.sessions.create(session);
      return new WeakRef(session);
    };
    const reference = kept();
    engine.close();
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
    expect(reference.deref()).toBe(undefined);
    expect(engine.name).toBe("memory");
  });
});
