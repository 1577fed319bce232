// The fake clock: time moves only by hand, and everything that waits for it runs in order.

import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../src/testing/index.js";

describe("a fake clock", () => {
  it("stands still until it is advanced", async () => {
    const clock = createFakeClock({ now: 500 });
    expect(clock.now()).toBe(500);
    await clock.advance(20);
    expect(clock.now()).toBe(520);
  });

  it("runs timers in order, each at its own instant", async () => {
    const clock = createFakeClock();
    const run: [string, number][] = [];
    for (const [name, delayMs] of [
      ["c", 30],
      ["a", 10],
      ["b", 10],
      ["d", 31],
    ] as const) {
      clock.setTimer(delayMs, () => run.push([name, clock.now()]));
    }
    await clock.advance(30);
    expect(run).toEqual([
      ["a", 10],
      ["b", 10],
      ["c", 30],
    ]);
    expect(clock.pendingTimers).toBe(1);
  });

  it("runs timers that timers set, in the same advance", async () => {
    const clock = createFakeClock();
    const run: number[] = [];
    clock.setTimer(10, () => clock.setTimer(10, () => run.push(clock.now())));
    await clock.advance(100);
    expect(run).toEqual([20]);
  });

  it("lets chains of promises run between timers", async () => {
    const clock = createFakeClock();
    const run: string[] = [];
    clock.setTimer(10, async () => {
      for (let step = 0; step < 5; step += 1) await Promise.resolve();
      run.push("chain");
    });
    clock.setTimer(11, () => run.push("timer"));
    await clock.advance(20);
    expect(run).toEqual(["chain", "timer"]);
  });

  it("does not run what was cancelled", async () => {
    const clock = createFakeClock();
    let run = 0;
    const timer = clock.setTimer(10, () => {
      run += 1;
    });
    timer.cancel();
    timer.cancel();
    await clock.advance(100);
    expect(run).toBe(0);
  });

  it("does not go backward", async () => {
    await expect(createFakeClock().advance(-1)).rejects.toMatchObject({ code: "invalid-arguments" });
  });
});
