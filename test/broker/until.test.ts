// What is asked until an instant: it outlives its asker's process, and goes when nobody says a later one.

import { expect, test } from "vitest";
import type { Elicitation } from "../../src/core/elicitation/elicitation.js";
import { withFallback, withLimits } from "../../src/responders/index.js";
import { gate } from "../server/asking/talk.js";
import { asker, createStage, guests } from "./stage.js";

const NOW = 1_000_000;
const HOUR_MS = 60 * 60_000;

const asked = (id: string, expiresAt?: number): Elicitation => ({
  id,
  key: "k",
  mode: "form",
  message: "How many?",
  schema: guests,
  audience: undefined,
  expiresAt,
  asker,
});

/** A signal, and when somebody first listens for its end: whoever asks with it does so to wait for the answer. */
function createListened() {
  const { signal } = new AbortController();
  const { opened: listened, open } = gate();
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof listen>) => {
    listen(...given);
    open();
  };
  return { signal, listened };
}

const GONE = { action: "cancel", reason: "The asker has gone." };

function createAsking() {
  const stage = createStage({ sweepMs: 10_000, leaseMs: 30_000 });
  const { broker, engine } = stage;
  const kept = broker.responder({ kept: true });
  const attached = broker.responder();
  /** Comes back when it hangs where it should, and is waited for. */
  async function ask(id: string, responder = kept, more: { until?: number; expiresAt?: number } = {}) {
    const { expiresAt, ...until } = more;
    const { signal, listened } = createListened();
    const answer = responder(asked(id, expiresAt), { signal, group: "g", ...until });
    // Nobody waits for what comes of it when the broker closes.
    answer.catch(() => {});
    await Promise.race([listened, answer]);
    return { answer };
  }
  const statusOf = async (id: string) => (await engine.elicitations.get(id))?.status;
  const leaseOf = async (id: string) => (await engine.elicitations.get(id))?.lease;
  return { ...stage, kept, attached, ask, statusOf, leaseOf };
}

test("what is asked until an instant is withdrawn after it, and not before, with its process there or not", async () => {
  const { broker, clock, ask, statusOf } = createAsking();
  const { answer } = await ask("one", undefined, { until: NOW + HOUR_MS });
  await clock.advance(HOUR_MS - 1);
  expect(await statusOf("one")).toBe("pending");
  await clock.advance(2 * 60_000);
  expect(await answer).toEqual(GONE);
  expect(await statusOf("one")).toBe("withdrawn");
  await broker.close();
});

test("staying is heard through what the broker is composed with", async () => {
  const { broker, clock, kept, ask, statusOf } = createAsking();
  const composed = withFallback([withLimits(kept)]);
  const { answer } = await ask("one", composed, { until: NOW + HOUR_MS });
  await composed.stay?.("one", NOW + 3 * HOUR_MS);
  await clock.advance(3 * HOUR_MS - 1);
  expect(await statusOf("one")).toBe("pending");
  await clock.advance(2 * 60_000);
  expect(await answer).toEqual(GONE);
  expect(await statusOf("one")).toBe("withdrawn");
  await broker.close();
});

test("staying is for longer, and never for less", async () => {
  const { broker, clock, kept, ask, statusOf } = createAsking();
  const { answer } = await ask("one", undefined, { until: NOW + HOUR_MS });
  await kept.stay?.("one", NOW + 3 * HOUR_MS);
  await kept.stay?.("one", NOW + 2 * HOUR_MS);
  await ask("one", undefined, { until: NOW + HOUR_MS });
  await clock.advance(3 * HOUR_MS - 1);
  expect(await statusOf("one")).toBe("pending");
  await clock.advance(2 * 60_000);
  expect(await answer).toEqual(GONE);
  expect(await statusOf("one")).toBe("withdrawn");
  await broker.close();
});

test("staying is harmless for what is over, unknown, or kept for good", async () => {
  const { broker, kept, ask, statusOf, leaseOf } = createAsking();
  await ask("over", undefined, { until: NOW + HOUR_MS });
  await broker.settle("over", { action: "decline" }, { by: "ada" });
  await ask("good");
  for (const id of ["over", "unknown", "good"]) await kept.stay?.(id, NOW + 2 * HOUR_MS);
  expect([await statusOf("over"), await leaseOf("good")]).toEqual(["declined", undefined]);
  await broker.close();
});

test("what has a deadline of its own ends by that", async () => {
  const { broker, clock, ask, statusOf } = createAsking();
  const { answer } = await ask("one", undefined, { until: NOW + HOUR_MS, expiresAt: NOW + 2 * HOUR_MS });
  await clock.advance(2 * HOUR_MS - 1);
  expect(await statusOf("one")).toBe("pending");
  await clock.advance(10_000);
  expect(await answer).toEqual({ action: "timeout" });
  expect(await statusOf("one")).toBe("expired");
  await broker.close();
});

test("what is asked until an instant is no more its process's, whoever else asks the same", async () => {
  const { broker, attached, ask, statusOf } = createAsking();
  await ask("page-first", undefined, { until: NOW + HOUR_MS });
  await ask("page-first", attached);
  await ask("inbox-first", attached);
  await ask("inbox-first", undefined, { until: NOW + HOUR_MS });
  await ask("inbox", attached);
  await broker.close();
  expect([await statusOf("page-first"), await statusOf("inbox-first"), await statusOf("inbox")]).toEqual([
    "pending",
    "pending",
    "withdrawn",
  ]);
});

test("many that are asked until about the same time hang on few leases", async () => {
  const { broker, engine, clock, ask } = createAsking();
  const pages: { readonly answer: Promise<unknown> }[] = [];
  for (let index = 0; index < 50; index += 1) {
    pages.push(await ask(`e${index}`, undefined, { until: clock.now() + 24 * HOUR_MS }));
    await clock.advance(60_000);
  }
  expect((await engine.records.list("elicitation-lease:", undefined, 100)).length).toBeLessThanOrEqual(2);
  await clock.advance(26 * HOUR_MS);
  for (const { answer } of pages) expect(await answer).toEqual(GONE);
  expect(await engine.elicitations.list({ status: ["pending"] }, undefined, 1)).toEqual([]);
  expect(await engine.records.list("elicitation-lease:", undefined, 100)).toEqual([]);
  await broker.close();
});

test("what is asked until an instant is there at once on an engine that does not wait: whoever is told of it now finds it", async () => {
  const { broker, engine } = createStage();
  const { signal } = new AbortController();
  const until = NOW + HOUR_MS;
  const answering = broker.responder({ kept: true })(asked("one"), { signal, group: "g", until });
  expect(await engine.elicitations.list({}, undefined, 10)).toHaveLength(1);
  await broker.settle("one", { action: "decline" }, { by: "ada" });
  expect(await answering).toEqual({ action: "decline" });
  await broker.close();
});

/** An engine that takes its time over leases until an instant; says when it is asked for one, and for an elicitation. */
function createSlow() {
  const [asked, opened, created] = [gate(), gate(), gate()];
  let writes = 0;
  const stage = createStage({
    wrap: (memory) => ({
      ...memory,
      records: {
        ...memory.records,
        async put(...given) {
          if (given[0].includes("until:")) {
            writes += 1;
            asked.open();
            await opened.opened;
          }
          return memory.records.put(...given);
        },
      },
      elicitations: {
        ...memory.elicitations,
        create(...given) {
          created.open();
          return memory.elicitations.create(...given);
        },
      },
    }),
  });
  const kept = stage.broker.responder({ kept: true });
  const ids = async () => (await stage.engine.elicitations.list({}, undefined, 10)).map(({ id }) => id);
  return { ...stage, kept, ids, asked, opened, created, writes: () => writes };
}

test("what is asked until an instant is written right behind its lease, and waits for it neither before nor at the end", async () => {
  const { broker, kept, ids, asked: isAsked, opened, created, writes } = createSlow();
  const { signal } = new AbortController();
  const how = { signal, group: "g", until: NOW + HOUR_MS };
  const answering = [kept(asked("one"), how), kept(asked("two"), how)];
  await isAsked.opened;
  await created.opened;
  // Whoever is told of them now finds them.
  expect(await ids()).toEqual(["one", "two"]);
  opened.open();
  expect(writes()).toBe(1);
  for (const id of ["one", "two"]) await broker.settle(id, { action: "decline" }, { by: "ada" });
  await Promise.all(answering);
  await broker.close();
});

test("a lease until an instant that a full engine has dropped is written again for who asks later", async () => {
  const { broker, engine, clock, ask } = createAsking();
  const one = await ask("one", undefined, { until: NOW + HOUR_MS });
  const [record] = await engine.records.list("elicitation-lease:until:", undefined, 1);
  await engine.records.remove(record?.key ?? "");
  await clock.advance(30_000);
  const two = await ask("two", undefined, { until: NOW + HOUR_MS });
  await clock.advance(HOUR_MS + 60_000);
  expect([await one.answer, await two.answer]).toEqual([GONE, GONE]);
  await broker.close();
});

test("when its lease cannot be written, whoever asks hears so, and the next one tries again", async () => {
  let isBroken = true;
  const { broker, engine } = createStage({
    wrap: (memory) => ({
      ...memory,
      records: {
        ...memory.records,
        put: async (...given) => {
          if (isBroken && given[0].includes("until:")) throw new Error("The disk is full.");
          return memory.records.put(...given);
        },
      },
    }),
  });
  const { signal, listened } = createListened();
  const kept = broker.responder({ kept: true });
  const until = NOW + HOUR_MS;
  await expect(kept(asked("one"), { signal, group: "g", until })).rejects.toThrow("The disk is full.");
  isBroken = false;
  const answering = kept(asked("two"), { signal, group: "g", until });
  await Promise.race([listened, answering]);
  expect(await engine.records.list("elicitation-lease:until:", undefined, 10)).toHaveLength(1);
  await broker.settle("two", { action: "decline" }, { by: "ada" });
  expect(await answering).toEqual({ action: "decline" });
  await broker.close();
});
