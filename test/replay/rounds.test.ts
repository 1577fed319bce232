// Slots that are used up once, whoever else is at it: what is left when a claim on a round has lapsed.

import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/core/clock.js";
import { createRounds, type Round, type Rounds } from "../../src/replay/rounds.js";
import { createSealedRecords } from "../../src/replay/sealed-records.js";
import { createKeyRing } from "../../src/seal/key-ring.js";
import { engines } from "../server/async-engine.js";

const ring = createKeyRing(["a key of at least thirty-two bytes, and then some"]);

const round = (fingerprint: string, slot = "slot"): Round => ({
  slot,
  fingerprint,
  expiresAt: systemClock.now() + 60_000,
  isUntouched: false,
});

const refuse = (): never => {
  throw new Error("used up");
};

describe.each(engines)("on an engine that %s, a slot", (_name, createEngine) => {
  /** Nodes that hold nothing but the records in common. */
  function nodes(): readonly [Rounds, Rounds] {
    const { records } = createEngine();
    const open = (): Rounds => createRounds(createSealedRecords(records, () => ring, true));
    return [open(), open()];
  }

  it("is used up by the first answers, again by the same, and by no others", async () => {
    const [here, there] = nodes();
    expect(await here.consume(round("these;"))).toBe("first");
    expect(await there.consume(round("these;"))).toBe("again");
    expect(await there.consume(round("others;"))).toBe("refused");
    expect(await here.consume(round("others;", "another slot"))).toBe("first");
  });

  it("is used up by one of those who come at the same moment", async () => {
    const [here, there] = nodes();
    const outcomes = await Promise.all([here.consume(round("these;")), there.consume(round("others;"))]);
    expect(outcomes.toSorted()).toEqual(["first", "refused"]);
  });

  it("counts each invalid answer once, however often it comes, and goes by the higher count", async () => {
    const [here, there] = nodes();
    const count = async (node: Rounds, fingerprint: string, attempt: number) =>
      node.countRefused(round(fingerprint), "question", attempt);
    expect(await count(here, "one;", 1)).toBe(1);
    expect(await count(there, "one;", 1)).toBe(1);
    expect(await count(there, "two;", 1)).toBe(2);
    expect(await count(here, "one;", 1)).toBe(1);
    expect(await count(here, "three;", 4)).toBe(4);
    expect(await here.countRefused(round("one;"), "another", 1)).toBe(1);
  });

  it("is known to be used up by others, and gives the one reply that was made", async () => {
    const [here, there] = nodes();
    const made = await here.serve(
      round("these;"),
      async () => {
        await here.consume(round("these;"));
        return "reply";
      },
      refuse,
    );
    const again = (): Promise<never> => Promise.reject(new Error("made again"));
    expect(made).toBe("reply");
    expect(await there.serve(round("these;"), again, refuse)).toBe("reply");
    expect([await there.isUsedUp(round("these;")), await there.isUsedUp(round("others;"))]).toEqual([
      false,
      true,
    ]);
    await expect(async () => there.serve(round("others;"), again, refuse)).rejects.toThrow("used up");
  });

  it("has the latest replies of rounds that used nothing up, and the last of them however long", async () => {
    const [here, there] = nodes();
    const serve = (node: Rounds, fingerprint: string, reply: string) =>
      node.serve(round(fingerprint), async () => reply, refuse);
    const long = "x".repeat(100_000);
    for (const fingerprint of ["one;", "two;", "three;", "four;", "five;", "six;"])
      await serve(here, fingerprint, fingerprint + long);
    expect(await serve(there, "two;", "made again")).toBe(`two;${long}`);
    expect(await serve(there, "one;", "made again")).toBe("made again");
    const longest = "y".repeat(1_000_000);
    await serve(here, "seven;", longest);
    expect(await serve(there, "seven;", "made again")).toBe(longest);
    expect(await serve(there, "six;", "made again")).toBe("made again");
  });
});
