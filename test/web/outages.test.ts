// Questions on pages while something behind them is gone: nothing is answered in the person's place.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import type { Engine } from "../../src/index.js";
import { createFakeClock } from "../../src/testing/index.js";
import { ask, settle } from "../server/asking/talk.js";
import { LINKS, pass, startHeld } from "./held-stage.js";

const consent = (key: string): object => ({ [key]: { action: "accept" } });

describe("a question on a page", () => {
  it.each(["broker", "server"] as const)("outlives a process whose %s is closed first", async (first) => {
    const one = startHeld();
    const { clock, engine } = one;
    const asked = await ask(one.server, "wait", { capabilities: LINKS });
    const url = String(asked.questions[asked.key]?.params.url);
    await one.stop(first);
    const two = startHeld({ clock, engine });
    expect((await two.ada.answer(url, { f0: "4" })).text).toContain("Answer sent");
    const answers = consent(asked.key);
    const done = await ask(two.server, "wait", { capabilities: LINKS, state: asked.state, answers });
    expect(JSON.parse(done.text)).toMatchObject({ action: "accept", content: { guests: 4 } });
  });

  it("is asked on after its engine failed for a while", async () => {
    const clock = createFakeClock({ now: 1_800_000_000_000 });
    const { engine, fail } = createFailingEngine(createMemoryEngine({ clock }));
    const { server, ada, errors } = startHeld({ clock, engine });
    fail(true);
    const asked = await ask(server, "wait", { capabilities: LINKS });
    const url = String(asked.questions[asked.key]?.params.url);
    await pass(clock, 2_000);
    expect(errors).toContain("A page could not be asked.");
    fail(false);
    await pass(clock, 8_000);
    expect((await ada.answer(url, { f0: "4" })).text).toContain("Answer sent");
    await settle();
    const answers = consent(asked.key);
    const done = await ask(server, "wait", { capabilities: LINKS, state: asked.state, answers });
    expect(JSON.parse(done.text)).toMatchObject({ action: "accept", content: { guests: 4 } });
  });

  it("of another node is taken down when a new version asks no more, however long its engine fails (C5)", async () => {
    const clock = createFakeClock({ now: 1_800_000_000_000 });
    const memory = createMemoryEngine({ clock });
    const { engine, fail } = createFailingEngine(memory);
    const one = startHeld({ clock, engine: memory });
    const two = startHeld({ clock, engine });
    two.server.tools.remove("wait");
    two.server.tool("wait", { input: { type: "object" } }, () => {
      fail(true);
      return "not needed";
    });
    const asked = await ask(one.server, "wait", { capabilities: LINKS });
    const url = String(asked.questions[asked.key]?.params.url);
    expect((await one.ada.open(url)).status).toBe(200);
    const over = await ask(two.server, "wait", { capabilities: LINKS, state: asked.state, answers: {} });
    expect(over.text).toBe("not needed");
    await pass(clock, 2_000);
    expect(two.errors).toContain("A page could not be taken down.");
    fail(false);
    await pass(clock, 8_000);
    const shown = await one.ada.open(url);
    expect([shown.status, shown.text]).toEqual([410, expect.stringContaining("no longer asked")]);
  });

  it("that the client declined while its engine failed is taken down afterwards", async () => {
    const clock = createFakeClock({ now: 1_800_000_000_000 });
    const { engine, fail } = createFailingEngine(createMemoryEngine({ clock }));
    const { server, ada } = startHeld({ clock, engine });
    const asked = await ask(server, "wait", { capabilities: LINKS });
    const url = String(asked.questions[asked.key]?.params.url);
    expect((await ada.open(url)).status).toBe(200);
    fail(true);
    const answers = { [asked.key]: { action: "decline" } };
    const done = await ask(server, "wait", { capabilities: LINKS, state: asked.state, answers });
    expect(JSON.parse(done.text)).toMatchObject({ action: "decline" });
    await settle();
    fail(false);
    await pass(clock, 8_000);
    expect((await ada.open(url)).status).toBe(410);
  });
});

/** An engine whose elicitations cannot be reached for a while. */
function createFailingEngine(engine: Engine): { engine: Engine; fail(is: boolean): void } {
  let isFailing = false;
  const elicitations = new Proxy(engine.elicitations, {
    get: (store, name: keyof Engine["elicitations"]) => {
      const method = store[name] as unknown;
      if (typeof method !== "function") return method;
      return (...given: unknown[]): unknown => {
        if (isFailing) throw new Error("The disk is gone.");
        return Reflect.apply(method, store, given);
      };
    },
  });
  return {
    engine: { ...engine, elicitations },
    fail: (is) => {
      isFailing = is;
    },
  };
}
