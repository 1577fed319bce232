import { describe, expect, test } from "vitest";
import { Late } from "../../src/core/late.js";

class Given extends Late<number> {
  give(value: number | Promise<number>): void {
    this.resolve(value);
  }
  refuse(error: unknown): void {
    this.reject(error);
  }
}

function taker() {
  const heard: unknown[] = [];
  return {
    heard,
    took: (value: number) => void heard.push(value),
    failed: (error: unknown) => void heard.push(["failed", error]),
  };
}

describe("What comes later", () => {
  test("is told at once to the one who takes it, and only the first time", async () => {
    const late = new Given();
    const one = taker();
    late.tell(one);
    late.give(1);
    expect(one.heard).toEqual([1]);
    late.give(2);
    late.refuse("too late");
    await Promise.resolve();
    expect(one.heard).toEqual([1]);
  });

  test("that was there before anybody took it is told, but not while it is being taken", async () => {
    const late = new Given();
    late.refuse("no");
    const one = taker();
    late.tell(one);
    expect(one.heard).toEqual([]);
    await Promise.resolve();
    expect(one.heard).toEqual([["failed", "no"]]);
  });

  test("is waited for when it is promised itself", async () => {
    const late = new Given();
    const one = taker();
    late.tell(one);
    late.give(Promise.resolve(3));
    await Promise.resolve();
    await Promise.resolve();
    expect(one.heard).toEqual([3]);
    const refused = new Given();
    refused.give(Promise.reject(new Error("not at all")));
    await expect(refused).rejects.toThrow("not at all");
  });

  test("is what it was first said to be, also while that is only promised", async () => {
    const late = new Given();
    const one = taker();
    late.tell(one);
    late.give(new Promise((resolve) => setImmediate(resolve, 4)));
    late.refuse("too late");
    late.give(5);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.resolve();
    expect(one.heard).toEqual([4]);
  });

  test("can be awaited like any promise, by several", async () => {
    const late = new Given();
    const several = Promise.all([late, late.then((value) => value + 1), late.finally(() => {})]);
    late.give(1);
    expect(await several).toEqual([1, 2, 1]);
    const refused = new Given();
    refused.refuse("no");
    expect(await refused.catch((error: unknown) => error)).toBe("no");
    expect(String(refused)).toBe("[object Late]");
  });
});
