// Clean-up of an execution.

import { describe, expect, it } from "vitest";
import { Deferred } from "../../src/replay/deferred.js";

describe("deferred work", () => {
  it("runs once, the last added first, each after the other is done", async () => {
    const deferred = new Deferred();
    const trail: string[] = [];
    deferred.add(() => void trail.push("first"));
    deferred.add(async () => {
      await Promise.resolve();
      trail.push("second");
    });
    await deferred.run(() => {});
    await deferred.run(() => {});
    expect(trail).toEqual(["second", "first"]);
  });

  it("goes on after a failure, which is told", async () => {
    const deferred = new Deferred();
    const trail: unknown[] = [];
    deferred.add(() => void trail.push("done"));
    deferred.add(() => {
      throw new Error("now");
    });
    deferred.add(async () => {
      throw new Error("later");
    });
    await deferred.run((error) => trail.push(error));
    expect(trail).toEqual([new Error("later"), new Error("now"), "done"]);
  });
});
