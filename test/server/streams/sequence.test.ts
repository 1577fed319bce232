// Steps run one after the other, whether they wait or not.

import { describe, expect, it } from "vitest";
import { Sequence } from "../../../src/server/streams/sequence.js";

const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("a sequence", () => {
  it("runs steps that need not wait at once", () => {
    const done: number[] = [];
    const sequence = new Sequence(() => {});
    sequence.run(() => void done.push(1));
    sequence.run(() => void done.push(2));
    expect(done).toEqual([1, 2]);
  });

  it("keeps the order of steps that wait for different times", async () => {
    const done: string[] = [];
    const sequence = new Sequence(() => {});
    for (const [name, wait] of [
      ["slow", 3],
      ["quick", 1],
      ["none", 0],
    ] as const) {
      sequence.run(async () => {
        await turns(wait);
        done.push(name);
      });
    }
    sequence.run(() => void done.push("plain"));
    expect(done).toEqual([]);
    await turns(10);
    expect(done).toEqual(["slow", "quick", "none", "plain"]);
  });

  it("runs at once again after it has waited", async () => {
    const done: number[] = [];
    const sequence = new Sequence(() => {});
    sequence.run(() => turns(1));
    await turns(5);
    sequence.run(() => void done.push(1));
    expect(done).toEqual([1]);
  });

  it("goes on after a step that fails, and tells of it", async () => {
    const errors: unknown[] = [];
    const done: number[] = [];
    const sequence = new Sequence((error) => errors.push((error as Error).message));
    sequence.run(() => {
      throw new Error("now");
    });
    sequence.run(async () => {
      throw new Error("later");
    });
    sequence.run(() => void done.push(1));
    await turns(3);
    expect(errors).toEqual(["now", "later"]);
    expect(done).toEqual([1]);
  });
});
