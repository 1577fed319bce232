// The contract suite itself: that it finds engines which break the rules, and closes what it opens.

import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/core/engine/engine.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { type EngineContractSetup, engineContract } from "../../src/testing/index.js";

function sound({ clock, maxEventsPerStream, retentionMs }: EngineContractSetup): Engine {
  return createMemoryEngine({ clock, onError: () => {}, events: { maxEventsPerStream, retentionMs } });
}

/** The titles of the rules that an engine breaks. */
async function broken(spoil: (engine: Engine) => Engine): Promise<string[]> {
  const cases = engineContract({ create: (setup) => spoil(sound(setup)) });
  const titles: string[] = [];
  for (const { part, title, run } of cases) {
    await run().catch(() => titles.push(`${part}: ${title}`));
  }
  return titles;
}

describe("the engine contract", () => {
  it("has titles that are different sentences", () => {
    const titles = engineContract({ create: sound }).map(({ part, title }) => `${part}: ${title}`);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.filter((title) => /\bshould\b/.test(title))).toEqual([]);
  });

  it("passes an engine that answers by promises", async () => {
    const later = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== "function") return member;
          return async (...values: unknown[]) => {
            await Promise.resolve();
            return Reflect.apply(member, target, values);
          };
        },
      });
    const titles = await broken((engine) => ({
      ...engine,
      sessions: later(engine.sessions),
      events: later(engine.events),
      records: later(engine.records),
      bus: later(engine.bus),
      limits: later(engine.limits),
      elicitations: later(engine.elicitations),
    }));
    expect(titles).toEqual([]);
  });

  it("finds a compare-and-set that reads first and writes later", async () => {
    const titles = await broken((engine) => ({
      ...engine,
      records: {
        ...engine.records,
        async put(key, value, { ifVersion, ...options } = {}) {
          const found = await engine.records.get(key);
          if (ifVersion !== undefined && ifVersion !== (found?.version ?? 0)) return undefined;
          return engine.records.put(key, value, options);
        },
      },
    }));
    expect(titles).toContain("records: of several writers that expect no record exactly one writes");
    expect(titles).toContain("records: of several writers that expect the same version exactly one writes");
    expect(titles).toContain("records: counting by compare-and-set loses no count");
  });

  it("finds a session that is given to every caller who removes it", async () => {
    const titles = await broken((engine) => ({
      ...engine,
      sessions: {
        ...engine.sessions,
        async remove(id) {
          const found = await engine.sessions.get(id);
          await engine.sessions.remove(id);
          return found;
        },
      },
    }));
    expect(titles).toEqual([
      "sessions: exactly one of several callers that remove a session gets its record, as it was last",
    ]);
  });

  it("finds a creation that takes its token before it looks", async () => {
    const titles = await broken((engine) => ({
      ...engine,
      elicitations: {
        ...engine.elicitations,
        async create(record, maxOpen, rate) {
          const taken = rate && (await engine.limits.take(rate.key, rate.bucket, record.createdAt));
          if (taken?.ok === false)
            return { record: undefined, created: false, retryAfterMs: taken.retryAfterMs };
          return engine.elicitations.create(record, maxOpen);
        },
      },
    }));
    expect(titles).toEqual([
      "elicitations: what is there already comes back without a token, also where none is left",
      "elicitations: what is refused because too many are open takes no token",
      "elicitations: an id that is used takes no token",
      "elicitations: of several that create with the same key at once one takes a token and none is refused",
    ]);
  });

  it("finds a bus that loses the order", async () => {
    const titles = await broken((engine) => ({
      ...engine,
      bus: {
        ...engine.bus,
        publish: (topic, message) => {
          if (message === "m3") return;
          void engine.bus.publish(topic, message);
          if (message === "m4") void engine.bus.publish(topic, "m3");
        },
      },
    }));
    expect(titles).toContain("bus: messages published without waiting keep their order");
  });

  it("closes every engine it opens", async () => {
    let open = 0;
    const cases = engineContract({
      create: (setup) => {
        const engine = sound(setup);
        let counted = true;
        open += 1;
        return {
          ...engine,
          close() {
            if (counted) open -= 1;
            counted = false;
            return engine.close();
          },
        };
      },
    });
    for (const { run } of cases) await run();
    expect(open).toBe(0);
  });
});
