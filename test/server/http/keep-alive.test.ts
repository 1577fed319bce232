// Keep-alive: a comment on every open stream now and then, from one timer.

import { describe, expect, it } from "vitest";
import { createKeepAlive } from "../../../src/server/http/keep-alive.js";
import type { Sink } from "../../../src/server/streams/sink.js";
import { createFakeClock } from "../../../src/testing/index.js";

const sinkOf = (): Sink & { readonly chunks: string[] } => {
  const chunks: string[] = [];
  return { chunks, write: (chunk) => chunks.push(chunk) > 0, end() {}, onDrain() {} };
};

const fail = (error: unknown): never => {
  throw error;
};

describe("keep-alive", () => {
  it("writes a comment to every stream at each interval", async () => {
    const clock = createFakeClock();
    const keepAlive = createKeepAlive(clock, 100, fail);
    const [one, two] = [sinkOf(), sinkOf()];
    keepAlive.add(one);
    keepAlive.add(two);
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(250);
    expect([one.chunks, two.chunks]).toEqual([
      [":\n\n", ":\n\n"],
      [":\n\n", ":\n\n"],
    ]);
  });

  it("leaves a stream alone once it is removed, and stops when there is none", async () => {
    const clock = createFakeClock();
    const keepAlive = createKeepAlive(clock, 100, fail);
    const sink = sinkOf();
    keepAlive.add(sink);
    keepAlive.remove(sink);
    await clock.advance(300);
    expect(sink.chunks).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
    keepAlive.add(sink);
    await clock.advance(100);
    expect(sink.chunks).toEqual([":\n\n"]);
    keepAlive.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it("goes on with the others when one stream throws, tells of it, and lets that one go", async () => {
    const clock = createFakeClock();
    const errors: unknown[] = [];
    const keepAlive = createKeepAlive(clock, 100, (error) => errors.push(error));
    const broken: Sink = {
      ...sinkOf(),
      write() {
        throw new Error("broken");
      },
    };
    const sink = sinkOf();
    keepAlive.add(broken);
    keepAlive.add(sink);
    await clock.advance(250);
    expect(sink.chunks).toEqual([":\n\n", ":\n\n"]);
    expect(errors).toHaveLength(1);
  });

  it("calls back whoever waits for its ticks, until they are done", async () => {
    const clock = createFakeClock();
    const errors: unknown[] = [];
    const keepAlive = createKeepAlive(clock, 100, (error) => errors.push(error));
    let ticks = 0;
    const stop = keepAlive.onTick(() => {
      ticks += 1;
      throw new Error("broken");
    });
    await clock.advance(250);
    expect(ticks).toBe(2);
    expect(errors).toHaveLength(2);
    stop();
    await clock.advance(250);
    expect(ticks).toBe(2);
    expect(clock.pendingTimers).toBe(0);
  });
});
