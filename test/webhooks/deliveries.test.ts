// What webhooks say, and to whom.

import { describe, expect, it } from "vitest";
import { created, guests } from "../broker/stage.js";
import { bodyOf, createWebhookStage, isSigned, secretOf } from "./stage.js";

describe("a delivery", () => {
  it("tells of an elicitation that was created", async () => {
    await using stage = await createWebhookStage();
    await stage.start();
    const id = await created(stage.broker, { audience: "bob", tags: ["deploy"] });
    await stage.arrived(1);
    const [arrival] = stage.arrivals;
    expect(arrival?.path).toBe("/hook?token=t0k3n");
    expect(arrival?.headers["content-type"]).toBe("application/json");
    expect(bodyOf(arrival)).toEqual({
      type: "elicitation.created",
      timestamp: "1970-01-01T00:16:40.000Z",
      data: {
        id,
        mode: "inline",
        status: "pending",
        message: "How many?",
        audience: "bob",
        asker: expect.objectContaining({ server: "tables", principalId: "ada" }),
        tags: ["deploy"],
        createdAt: "1970-01-01T00:16:40.000Z",
      },
    });
  });

  it.each([
    ["accepted", { action: "accept", content: { guests: 7 } }],
    ["declined", { action: "decline", reason: "too many" }],
    ["cancelled", { action: "cancel", reason: "went home" }],
  ] as const)("tells of one that is %s, without what was said", async (status, answer) => {
    await using stage = await createWebhookStage();
    await stage.start({ events: ["elicitation.settled"] });
    const id = await created(stage.broker);
    await stage.broker.settle(id, answer, { by: "ada", from: "inbox" });
    await stage.arrived(1);
    const { type, data } = bodyOf(stage.arrivals[0]);
    expect(type).toBe("elicitation.settled");
    expect(data).toMatchObject({ id, status });
    expect(data.settled).toEqual({ at: "1970-01-01T00:16:40.000Z", by: "ada", from: "inbox" });
    expect(data).not.toHaveProperty("content");
    expect(stage.arrivals).toHaveLength(1);
  });

  it("tells of one that expired, and of one that was withdrawn", async () => {
    await using stage = await createWebhookStage();
    await stage.start({ events: ["elicitation.settled"] });
    await created(stage.broker, { timeoutMs: 1_000 });
    const other = await created(stage.broker);
    await stage.broker.withdraw(other, "the call ended");
    await stage.arrived(1);
    await stage.clock.advance(2_000);
    await stage.arrived(2);
    expect(stage.arrivals.map((arrival) => bodyOf(arrival).data.status)).toEqual(["withdrawn", "expired"]);
  });

  it("has what was answered where that is asked for, but never a secret", async () => {
    await using stage = await createWebhookStage();
    await stage.start({ events: ["elicitation.settled"], includeContent: true });
    const schema = { ...guests, properties: { ...guests.properties, apiKey: { type: "secret" as const } } };
    const id = await created(stage.broker, { schema });
    await stage.broker.settle(id, { action: "accept", content: { guests: 7, apiKey: "sk-hidden" } });
    await stage.arrived(1);
    expect(bodyOf(stage.arrivals[0]).data.content).toEqual({ guests: 7 });
    expect(stage.arrivals[0]?.body).not.toContain("sk-hidden");
  });

  it("is not made again when the secrets of the answer are deleted", async () => {
    await using stage = await createWebhookStage();
    await stage.start();
    const schema = { type: "object" as const, properties: { apiKey: { type: "secret" as const } } };
    const ids = [await created(stage.broker, { schema }), await created(stage.broker, { schema })];
    for (const [index, id] of ids.entries()) {
      await stage.broker.settle(id, { action: "accept", content: { apiKey: "sk-hidden" } });
      // Once at a later instant, once within the same millisecond.
      await stage.clock.advance(index === 0 ? 10 : 0);
      await stage.broker.redact(id);
    }
    await stage.ended("delivered", 4);
    await created(stage.broker);
    await stage.ended("delivered", 5);
    expect(stage.arrivals.map((arrival) => bodyOf(arrival).type).sort()).toEqual([
      ...Array<string>(3).fill("elicitation.created"),
      ...Array<string>(2).fill("elicitation.settled"),
    ]);
  });

  it("tells of a creation once, also when another asker joins within the same millisecond", async () => {
    await using stage = await createWebhookStage();
    await stage.start();
    const id = await created(stage.broker);
    await stage.engine.elicitations.change(id, 1, { lease: "another" }, stage.clock.now());
    await stage.broker.settle(id, { action: "decline" });
    await stage.ended("delivered", 2);
    expect(stage.arrivals.map((arrival) => bodyOf(arrival).type)).toEqual([
      "elicitation.created",
      "elicitation.settled",
    ]);
  });

  it("does not tell of a claim", async () => {
    await using stage = await createWebhookStage();
    await stage.start();
    const id = await created(stage.broker);
    await stage.broker.claim(id, { by: "ada", forMs: 1_000 });
    await stage.clock.advance(5_000);
    await stage.broker.settle(id, { action: "decline" });
    await stage.ended("delivered", 2);
    expect(stage.arrivals.map((arrival) => bodyOf(arrival).type).sort()).toEqual([
      "elicitation.created",
      "elicitation.settled",
    ]);
  });

  it("is signed with every secret of its endpoint, and with no other", async () => {
    await using stage = await createWebhookStage();
    await stage.start({ secret: [secretOf(2), secretOf(1)] });
    await created(stage.broker);
    await stage.arrived(1);
    const [arrival] = stage.arrivals;
    if (arrival === undefined) throw new Error("Nothing arrived.");
    expect(isSigned(arrival, secretOf(1))).toBe(true);
    expect(isSigned(arrival, secretOf(2))).toBe(true);
    expect(isSigned(arrival, secretOf(3))).toBe(false);
    expect(isSigned({ ...arrival, body: `${arrival.body} ` }, secretOf(1))).toBe(false);
    expect(arrival.headers["webhook-timestamp"]).toBe("1000");
    expect(arrival.headers["webhook-id"]).toMatch(/^msg_[\w-]{43}$/);
  });

  it("goes to every endpoint that wants it, however slow another one is", async () => {
    await using stage = await createWebhookStage(({ path }) =>
      path === "/slow" ? new Promise(() => {}) : { status: 200 },
    );
    await stage.start(
      {},
      {
        concurrency: 1,
        endpoints: [
          { id: "slow", url: stage.receiver.url("/slow"), secret: secretOf(1) },
          { id: "fast", url: stage.receiver.url("/fast"), secret: secretOf(2) },
          {
            id: "ends",
            url: stage.receiver.url("/ends"),
            secret: secretOf(3),
            events: ["elicitation.settled"],
          },
        ],
      },
    );
    for (let count = 0; count < 5; count++) await created(stage.broker);
    await stage.ended("delivered", 5);
    const paths = stage.arrivals.map(({ path }) => path);
    expect(paths.filter((path) => path === "/fast")).toHaveLength(5);
    expect(paths.filter((path) => path === "/slow")).toHaveLength(1);
    expect(paths).not.toContain("/ends");
  });

  it("is one of so many on their way at once", async () => {
    let inside = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    await using stage = await createWebhookStage(async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise<void>((resolve) => gates.push(resolve));
      inside -= 1;
      return { status: 200 };
    });
    await stage.start({}, { concurrency: 3 });
    for (let count = 0; count < 10; count++) await created(stage.broker);
    for (let count = 1; count <= 10; count++) {
      await stage.arrived(Math.min(10, count + 2));
      gates.shift()?.();
      await stage.ended("delivered", count);
    }
    expect(most).toBe(3);
  });
});

describe("endpoints", () => {
  const url = "https://ops.example.com/hooks";
  it.each([
    [{ url: "ops.example.com" }],
    [{ url: "ftp://ops.example.com/" }],
    [{ url: "https://user:pass@ops.example.com/" }],
    [{ url, secret: "" }],
    [{ url, secret: [] }],
    [{ url, secret: "hunter2-hunter2-hunter2-hunter2-hunter2" }],
    [{ url, secret: "whsec_!!!" }],
    [{ url, secret: `whsec_${Buffer.alloc(23).toString("base64")}` }],
    [{ url, secret: `whsec_${Buffer.alloc(65).toString("base64")}` }],
    [{ url, id: "a/b" }],
    [{ url, events: ["elicitation.claimed" as "elicitation.created"] }],
  ])("that cannot work are refused, and no secret is told: %j", async (endpoint) => {
    await using stage = await createWebhookStage();
    const starting = stage.start(endpoint);
    await expect(starting).rejects.toMatchObject({ code: "invalid-option" });
    await expect(starting).rejects.not.toThrow(/hunter2|pass@/);
  });

  it("with the same id are refused", async () => {
    await using stage = await createWebhookStage();
    const one = { url, secret: secretOf(1) };
    await expect(stage.start({}, { endpoints: [one, one] })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it.each([
    { timeoutMs: 0 },
    { concurrency: 0 },
    { maxPending: -1 },
    { retryDelaysMs: [Number.NaN] },
    { keepMs: 0.5 },
  ])("take no option that cannot work: %j", async (options) => {
    await using stage = await createWebhookStage();
    await expect(stage.start({}, options)).rejects.toMatchObject({ code: "invalid-option" });
  });
});
