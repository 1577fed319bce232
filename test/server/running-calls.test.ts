// The calls under way: found by session and id, cancelled once, waited for.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { LATEST_LEGACY } from "../../src/protocol/revisions.js";
import { OPEN_ACCESS } from "../../src/server/access/access.js";
import { Call } from "../../src/server/call/call.js";
import { readClient } from "../../src/server/call/client.js";
import { createHints } from "../../src/server/hints.js";
import { createRunningCalls } from "../../src/server/running-calls.js";

const callOf = (id: string | number, sessionId?: string): Call =>
  new Call({
    id,
    method: "tools/call",
    params: {},
    revision: LATEST_LEGACY,
    client: readClient(undefined, undefined),
    access: OPEN_ACCESS,
    transport: "http",
    headers: {},
    sessionId,
    logLevel: undefined,
    outlet: { notify: () => true },
  });

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const make = (bus = createMemoryEngine().bus) => createRunningCalls(createHints(bus, logger));
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("running calls", () => {
  it("cancel the call of that session and id, and no other", () => {
    const running = make();
    const calls = [callOf(1, "a"), callOf("1", "a"), callOf(1, "b"), callOf(1)];
    for (const call of calls) running.add(call);
    running.cancel("a", 1, "why");
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false, false, false]);
    expect(calls[0]?.signal.reason).toMatchObject({
      code: "cancelled",
      message: "The call was cancelled: why",
    });
  });

  it("cancel every call of an id that a client used twice, and with the session all that are left", () => {
    const running = make();
    const calls = [callOf(1, "a"), callOf(1, "a"), callOf(2, "a"), callOf(2, "a")];
    for (const call of calls) running.add(call);
    running.cancel("a", 1, "why");
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true, false, false]);
    running.cancelSession("a", "the session is over");
    expect(calls.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it("cancel calls on other nodes by way of the bus", async () => {
    const { bus } = createMemoryEngine();
    const [here, there] = [make(bus), make(bus)];
    const [one, two] = [callOf(1, "a"), callOf(2, "a")];
    there.add(one);
    there.add(two);
    here.cancel("a", 1, { not: "text" });
    await settle();
    expect([one.signal.aborted, two.signal.aborted]).toEqual([true, false]);
    here.cancelSession("a", "over");
    await settle();
    expect(two.signal.aborted).toBe(true);
  });

  it("take no cancellation without a proper id, least of all for everything", async () => {
    const { bus } = createMemoryEngine();
    const [here, there] = [make(bus), make(bus)];
    const call = callOf(1, "a");
    there.add(call);
    for (const id of [undefined, null, {}, [1], 1.5, true]) here.cancel("a", id, "x");
    await settle();
    expect(call.signal.aborted).toBe(false);
  });

  it("are idle when the last one is gone, and when what might become one is settled", async () => {
    const running = make();
    await running.idle();
    const call = callOf(1, "a");
    let arrive = (): void => {};
    void running.during(
      new Promise<void>((resolve) => {
        arrive = resolve;
      }),
    );
    running.add(call);
    let idle = false;
    const waiting = running.idle().then(() => {
      idle = true;
    });
    running.remove(call);
    await settle();
    expect(idle).toBe(false);
    arrive();
    await waiting;
    expect([...running.sessions()]).toEqual([]);
  });

  it("forget a call only when it is the one that was added under its id", () => {
    const running = make();
    const [first, second] = [callOf(1, "a"), callOf(1, "a")];
    running.add(first);
    running.add(second);
    running.remove(first);
    running.cancel("a", 1, "x");
    expect(second.signal.aborted).toBe(true);
  });

  it("survive a bus that fails", async () => {
    const errors: unknown[] = [];
    const bus = {
      publish: () => Promise.reject(new Error("down")),
      subscribe: () => Promise.reject(new Error("down")),
    };
    const running = createRunningCalls(
      createHints(bus, { ...logger, error: (message) => errors.push(message) }),
    );
    running.add(callOf(1, "a"));
    running.cancel("a", 2, "x");
    running.close();
    await settle();
    expect(errors).toEqual(["The engine's bus failed.", "The engine's bus failed."]);
  });
});

describe("a call", () => {
  it("has a signal that knows of a cancellation before anybody looked", () => {
    const call = callOf(1);
    call.cancel(new Error("early"));
    expect(call.signal.aborted).toBe(true);
    expect(call.signal.reason).toMatchObject({ message: "early" });
  });

  it("is cancelled once, and not after it is over", () => {
    const call = callOf(1);
    let ended = 0;
    call.whenEnded(() => {
      ended += 1;
    });
    call.cancel("one");
    call.cancel("two");
    call.stop();
    expect(ended).toBe(1);
    expect(call.signal.reason).toBe("one");
  });

  it("tells its client when the server stops, and may still answer", () => {
    const call = callOf(1);
    let told: unknown;
    call.whenEnded((error) => {
      told = error;
    });
    call.stop();
    expect(told).toMatchObject({ code: -32603, message: "The server is stopping" });
    expect(call.over).toBe(false);
    expect(call.signal.aborted).toBe(true);
  });
});
