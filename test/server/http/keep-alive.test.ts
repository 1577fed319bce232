// Keep-alive: a comment on every open stream now and then, from one timer.

import { describe, expect, it } from "vitest";
import type { Sink } from "../../../src/server/http/exchange.js";
import { createKeepAlive } from "../../../src/server/http/keep-alive.js";
import { createFakeClock } from "../../../src/testing/index.js";

const sinkOf = (): Sink & { readonly chunks: string[] } => {
  const chunks: string[] = [];
  return { chunks, write: (chunk) => chunks.push(chunk) > 0, end() {}, onDrain() {} };
};

describe("keep-alive", () => {
  it("writes a comment to every stream at each interval", async () => {
    const clock = createFakeClock();
    const keepAlive = createKeepAlive(clock, 100);
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
    const keepAlive = createKeepAlive(clock, 100);
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
});
