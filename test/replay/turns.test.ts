// A turn without a move.

import { describe, expect, it } from "vitest";
import { Turns } from "../../src/replay/turns.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  it("are still one macrotask after the last move, and tell it once", async () => {
    let told = 0;
    const turns = new Turns({
      still() {
        told += 1;
      },
    });
    turns.move();
    turns.move();
    await Promise.resolve();
    expect(told).toBe(0);
    await turn();
    await turn();
    expect(told).toBe(1);
    for (let left = 5; left > 0; left -= 1) await turn();
    expect(told).toBe(1);
  });

  it("are not still while something moves in every turn", async () => {
    let told = 0;
    const turns = new Turns({
      still() {
        told += 1;
      },
    });
    // Each before the turn that is being watched is over.
    for (let left = 10; left > 0; left -= 1) {
      const next = turn().then(() => turns.move());
      turns.move();
      await next;
    }
    expect(told).toBe(0);
    for (let left = 3; left > 0; left -= 1) await turn();
    expect(told).toBe(1);
  });

  it("tell again after another move", async () => {
    let told = 0;
    const turns = new Turns({
      still() {
        told += 1;
      },
    });
    for (const times of [1, 2]) {
      turns.move();
      for (let left = 3; left > 0; left -= 1) await turn();
      expect(told).toBe(times);
    }
  });
});
