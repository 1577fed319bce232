// What happens to deliveries that do not arrive.

import { describe, expect, it } from "vitest";
import { created } from "../broker/stage.js";
import { bodyOf, createWebhookStage, isSigned, type Reply, secretOf } from "./stage.js";

const retryDelaysMs = [1_000, 10_000];

describe("a delivery that fails", () => {
  it("is tried again after each delay with the same id, a new time and a signature for it", async () => {
    await using stage = await createWebhookStage((_, index) => ({ status: index < 2 ? 500 : 200 }));
    await stage.start({}, { retryDelaysMs });
    await created(stage.broker);
    await stage.ended("failed", 1);
    await stage.clock.advance(900);
    expect(stage.arrivals).toHaveLength(1);
    await stage.clock.advance(200);
    await stage.ended("failed", 2);
    await stage.clock.advance(11_000);
    await stage.ended("delivered", 1);
    const ids = new Set(stage.arrivals.map(({ headers }) => headers["webhook-id"]));
    const times = stage.arrivals.map(({ headers }) => Number(headers["webhook-timestamp"]));
    expect(ids.size).toBe(1);
    expect(times[0]).toBeLessThan(times[1] ?? 0);
    expect(times[1]).toBeLessThan(times[2] ?? 0);
    expect(stage.arrivals.every((arrival) => isSigned(arrival, secretOf(1)))).toBe(true);
    expect(stage.outcomes.map(({ kind, attempt, status }) => [kind, attempt, status])).toEqual([
      ["failed", 1, 500],
      ["failed", 2, 500],
      ["delivered", 3, 200],
    ]);
  });

  it.each([
    [0, 800],
    [1, 1_200],
  ])("is spread: with the random number %d after %d ms", async (random, delayMs) => {
    await using stage = await createWebhookStage((_, index) => ({ status: index === 0 ? 500 : 200 }));
    await stage.start({}, { retryDelaysMs, random: () => random });
    await created(stage.broker);
    await stage.ended("failed", 1);
    await stage.clock.advance(delayMs - 1);
    expect(stage.arrivals).toHaveLength(1);
    await stage.clock.advance(101);
    await stage.ended("delivered", 1);
  });

  it.each([
    ["seconds", "60"],
    ["a date", new Date(1_060_000).toUTCString()],
  ])("waits as long as Retry-After asks for in %s, and so do the others", async (_, header) => {
    await using stage = await createWebhookStage(
      (_arrival, index): Reply =>
        index === 0 ? { status: 429, headers: { "retry-after": header } } : { status: 200 },
    );
    await stage.start({}, { retryDelaysMs });
    await created(stage.broker);
    await stage.ended("failed", 1);
    await created(stage.broker);
    await stage.clock.advance(59_000);
    expect(stage.arrivals).toHaveLength(1);
    await stage.clock.advance(2_000);
    await stage.ended("delivered", 2);
  });

  it("because nobody answers in time is tried again", async () => {
    await using stage = await createWebhookStage((_, index) =>
      index === 0 ? new Promise(() => {}) : { status: 200 },
    );
    await stage.start({}, { retryDelaysMs, timeoutMs: 5_000 });
    await created(stage.broker);
    await stage.arrived(1);
    await stage.clock.advance(5_000);
    await stage.ended("failed", 1);
    expect(stage.outcomes[0]?.problem).toBe("The request took longer than 5000 ms.");
    await stage.clock.advance(1_100);
    await stage.ended("delivered", 1);
  });

  it("is not redirected", async () => {
    await using stage = await createWebhookStage(() => ({
      status: 307,
      headers: { location: "/elsewhere" },
    }));
    await stage.start({}, { retryDelaysMs });
    await created(stage.broker);
    await stage.ended("failed", 1);
    expect(stage.outcomes[0]?.problem).toBe("The request was redirected, which is not followed.");
    expect(stage.arrivals.map(({ path }) => path)).toEqual(["/hook?token=t0k3n"]);
  });

  it("because its address is not public is not sent", async () => {
    await using stage = await createWebhookStage();
    await stage.start({}, { retryDelaysMs, guard: { lookup: () => ["127.0.0.1"] } });
    await created(stage.broker);
    await stage.ended("failed", 1);
    expect(stage.outcomes[0]?.problem).toBe(
      "The host hooks.example.com resolves to an address that is not public: loopback.",
    );
    expect(stage.arrivals).toHaveLength(0);
  });

  it("goes to the address that was judged though its name moves at once, and is judged anew each time", async () => {
    await using stage = await createWebhookStage();
    // The first answer may be reached, and nobody listens there. The others are where the receiver is.
    const answers = [["127.0.0.2"], ["127.0.0.1"], ["127.0.0.2", "127.0.0.1"]];
    const asked: string[] = [];
    const lookup = (name: string): readonly string[] => {
      asked.push(name);
      return answers[asked.length - 1] ?? [];
    };
    await stage.start({}, { retryDelaysMs: [1_000, 1_000], guard: { lookup, allow: ["127.0.0.2"] } });
    await created(stage.broker);
    for (const attempt of [1, 2, 3]) {
      await stage.ended("failed", attempt);
      expect(asked).toHaveLength(attempt);
      await stage.clock.advance(1_100);
    }
    const refused = "The host hooks.example.com resolves to an address that is not public: loopback.";
    expect(stage.outcomes.slice(1, 3).map(({ problem }) => problem)).toEqual([refused, refused]);
    expect(stage.outcomes[0]?.problem).not.toBe(refused);
    expect(stage.arrivals).toHaveLength(0);
  });

  it("keeps its endpoint from nothing else: a later one is tried at once", async () => {
    await using stage = await createWebhookStage((_, index) => ({ status: index === 0 ? 500 : 200 }));
    await stage.start({}, { retryDelaysMs });
    await created(stage.broker);
    await stage.ended("failed", 1);
    await created(stage.broker);
    await stage.ended("delivered", 1);
  });
});

describe("a dead letter", () => {
  const giveUp = { retryDelaysMs: [1_000] };

  it("is what was given up after the last attempt, and can be seen", async () => {
    await using stage = await createWebhookStage(() => ({ status: 500 }));
    const webhooks = await stage.start({}, giveUp);
    const id = await created(stage.broker);
    await stage.ended("failed", 1);
    await stage.clock.advance(1_100);
    await stage.ended("dead", 1);
    const { letters, cursor } = await webhooks.deadLetters.list();
    expect(letters).toEqual([
      {
        id: expect.any(String),
        webhookId: stage.arrivals[0]?.headers["webhook-id"],
        endpoint: "ops",
        type: "elicitation.created",
        elicitation: id,
        at: 1_000_000,
        attempts: 2,
        problem: "The receiver answered 500.",
      },
    ]);
    expect(cursor).toBeUndefined();
  });

  it("is delivered when it is tried again, with the id it had, and is gone from the list", async () => {
    await using stage = await createWebhookStage((_, index) => ({ status: index < 2 ? 500 : 200 }));
    const webhooks = await stage.start({}, giveUp);
    await created(stage.broker);
    await stage.ended("failed", 1);
    await stage.clock.advance(1_100);
    await stage.ended("dead", 1);
    const [letter] = (await webhooks.deadLetters.list()).letters;
    expect(await webhooks.deadLetters.retry(letter?.id ?? "")).toBe(true);
    await stage.ended("delivered", 1);
    expect(stage.arrivals.at(-1)?.headers["webhook-id"]).toBe(letter?.webhookId);
    expect((await webhooks.deadLetters.list()).letters).toEqual([]);
    expect(await webhooks.deadLetters.retry(letter?.id ?? "")).toBe(false);
  });

  it("that is dropped is gone", async () => {
    await using stage = await createWebhookStage(() => ({ status: 500 }));
    const webhooks = await stage.start({}, { retryDelaysMs: [] });
    await created(stage.broker);
    await stage.ended("dead", 1);
    const [letter] = (await webhooks.deadLetters.list()).letters;
    expect(await webhooks.deadLetters.drop(letter?.id ?? "")).toBe(true);
    expect(await webhooks.deadLetters.drop(letter?.id ?? "")).toBe(false);
    expect((await webhooks.deadLetters.list()).letters).toEqual([]);
  });

  it("is listed page by page, and by endpoint", async () => {
    await using stage = await createWebhookStage(() => ({ status: 500 }));
    const webhooks = await stage.start({}, { retryDelaysMs: [] });
    for (let count = 0; count < 5; count++) await created(stage.broker);
    await stage.ended("dead", 5);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await webhooks.deadLetters.list({
        limit: 2,
        endpoint: "ops",
        ...(cursor !== undefined && { cursor }),
      });
      seen.push(...page.letters.map(({ elicitation }) => elicitation));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(5);
    expect((await webhooks.deadLetters.list({ endpoint: "other" })).letters).toEqual([]);
  });

  it("is what comes when too many are pending", async () => {
    await using stage = await createWebhookStage(() => ({ status: 500 }));
    const webhooks = await stage.start({}, { retryDelaysMs, maxPending: 2 });
    for (let count = 0; count < 3; count++) await created(stage.broker);
    await stage.ended("dead", 1);
    const { letters } = await webhooks.deadLetters.list();
    expect(letters.map(({ attempts, problem }) => [attempts, problem])).toEqual([
      [0, "More than 2 deliveries are pending."],
    ]);
  });
});

describe("an endpoint that answers 410", () => {
  it("gets nothing more, until it is enabled", async () => {
    await using stage = await createWebhookStage((_, index) => ({ status: index === 0 ? 410 : 200 }));
    const webhooks = await stage.start({}, { retryDelaysMs });
    await created(stage.broker);
    await stage.ended("dead", 1);
    expect(await webhooks.disabled()).toEqual(["ops"]);
    await created(stage.broker);
    await stage.ended("dead", 2);
    expect(stage.arrivals).toHaveLength(1);

    expect(await webhooks.enable("ops")).toBe(true);
    expect(await webhooks.enable("ops")).toBe(false);
    const last = await created(stage.broker);
    await stage.ended("delivered", 1);
    expect(bodyOf(stage.arrivals[1]).data.id).toBe(last);
  });
});

it("nothing that is sent, answered or shared is in a log line or an event", async () => {
  await using stage = await createWebhookStage(() => ({ status: 500 }));
  const webhooks = await stage.start({ includeContent: true }, { retryDelaysMs: [1_000] });
  const id = await created(stage.broker, { message: "Deploy the-message?" });
  await stage.broker.settle(id, { action: "accept", content: { guests: 17 } });
  await stage.ended("failed", 2);
  await stage.clock.advance(1_500);
  await stage.ended("dead", 2);
  const said = JSON.stringify([stage.lines, stage.outcomes, await webhooks.deadLetters.list()]);
  expect(stage.lines.length).toBeGreaterThan(0);
  expect(stage.arrivals.some(({ body }) => body.includes("17"))).toBe(true);
  for (const hidden of ["t0k3n", "the-message", '"guests"', secretOf(1).slice(6, 30), "nobody reads", "v1,"])
    expect(said).not.toContain(hidden);
});

it.each([0, -1, 1.5, Number.NaN, 1_001])("a page of %s dead letters is refused", async (limit) => {
  await using stage = await createWebhookStage();
  const { deadLetters } = await stage.start();
  await expect(deadLetters.list({ limit })).rejects.toMatchObject({ code: "invalid-arguments" });
});
