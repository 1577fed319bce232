import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Departing, departSoon } from "../../src/node/departures.js";

function recorder() {
  const left: number[] = [];
  const leave = (name: number): Departing => ({ depart: () => void left.push(name) });
  return { left, leave };
}

describe("What has to be sent", () => {
  test("leaves together when the turn ends, in its order", async () => {
    const { left, leave } = recorder();
    for (const name of [1, 2, 3]) departSoon(leave(name));
    await Promise.resolve();
    expect(left).toEqual([]);
    await setImmediate();
    expect(left).toEqual([1, 2, 3]);
  });

  test("waits for at most eight: the ninth sends them on their way, and waits itself", async () => {
    const { left, leave } = recorder();
    for (let name = 1; name <= 8; name++) departSoon(leave(name));
    expect(left).toEqual([]);
    departSoon(leave(9));
    expect(left).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await setImmediate();
    expect(left).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("leaves in the next turn when something that leaves sends more", async () => {
    const { left, leave } = recorder();
    departSoon({ depart: () => departSoon(leave(2)) });
    await setImmediate();
    expect(left).toEqual([]);
    await setImmediate();
    expect(left).toEqual([2]);
  });

  test("leaves also when something else that leaves fails, which is told as any error", async () => {
    const { left, leave } = recorder();
    const told: unknown[] = [];
    const before = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    process.once("uncaughtException", (error) => told.push(error));
    try {
      departSoon({
        depart() {
          throw new Error("no way");
        },
      });
      departSoon(leave(2));
      await setImmediate();
      await setImmediate();
    } finally {
      for (const listener of before) process.on("uncaughtException", listener);
    }
    expect(left).toEqual([2]);
    expect(told).toEqual([new Error("no way")]);
  });
});
