import { expect, test } from "vitest";
import { sealedStage } from "./sealed-stage.js";
import { asker, created, createStage, question } from "./stage.js";

test("[acceptance 43] a settled elicitation never changes again", async () => {
  const { broker } = createStage();
  const id = await created(broker);
  await broker.settle(id, { action: "decline", reason: "no" }, { by: "ada", from: "inbox" });
  const settled = await broker.get(id);
  for (const change of [
    await broker.settle(id, { action: "accept", content: { guests: 1 } }),
    await broker.settle(id, { action: "cancel" }),
    await broker.withdraw(id, "over"),
    await broker.claim(id, { by: "bob" }),
  ])
    expect(change).toEqual({ ok: false, reason: "settled", elicitation: settled });
  expect(await broker.get(id)).toEqual(settled);
  expect(settled?.settled).toMatchObject({ by: "ada", from: "inbox", reason: "no" });
});

test("settling again with the same key and the same answer is the same act", async () => {
  const { broker } = createStage();
  const id = await created(broker);
  const accept = (guests: number, key = "k") =>
    broker.settle(id, { action: "accept", content: { guests } }, { key });
  expect(await accept(3)).toMatchObject({ ok: true, again: false });
  expect(await accept(3)).toMatchObject({ ok: true, again: true });
  expect(await accept(4)).toMatchObject({ ok: false, reason: "settled" });
  expect(await accept(3, "other")).toMatchObject({ ok: false, reason: "settled" });
  expect(await broker.settle(id, { action: "decline" }, { key: "k" })).toMatchObject({ reason: "settled" });
});

test("content that does not fit is refused with every problem, and the elicitation stays open", async () => {
  const { broker } = createStage();
  const id = await created(broker, {
    schema: {
      type: "object",
      properties: { n: { type: "integer", minimum: 1 }, day: { type: "string", format: "date" } },
      required: ["n", "day"],
    },
  });
  const change = await broker.settle(id, { action: "accept", content: { n: 0 } });
  expect(change).toEqual({
    ok: false,
    reason: "invalid",
    problems: [
      { path: "n", message: "must be at least 1" },
      { path: "day", message: "is required" },
    ],
  });
  expect((await broker.get(id))?.status).toBe("pending");
  expect(await broker.settle(id, { action: "accept", content: 1n })).toMatchObject({ reason: "invalid" });
});

test("[acceptance 43] an answer that is too large is refused before it is looked at", async () => {
  const { broker } = createStage();
  const text = { type: "object", properties: { text: { type: "string" } } } as const;
  const id = await created(broker, { schema: text });
  const own = await created(broker, { schema: text, maxAnswerBytes: 20 });
  const accept = (to: string, content: unknown) => broker.settle(to, { action: "accept", content });
  const tooLarge = { ok: false, reason: "too-large", maxBytes: 2 ** 20 };
  expect(await accept(id, { text: "x".repeat(5 * 2 ** 20) })).toEqual(tooLarge);
  expect(await accept(id, { text: "é".repeat(2 ** 19) })).toEqual(tooLarge);
  expect(await accept(id, { other: "x".repeat(2 ** 20) })).toEqual(tooLarge);
  expect(await accept(own, { text: "x".repeat(10) })).toEqual({ ...tooLarge, maxBytes: 20 });
  expect(await accept(own, { text: "x".repeat(9) })).toMatchObject({ ok: true });
  expect(await accept(id, { text: "x" })).toMatchObject({ ok: true });
});

test.each([
  ["without a form", undefined],
  ["with a form without fields", { type: "object", properties: {} } as const],
])("an elicitation %s is an approval, which takes no content: it may mean a no", async (_, schema) => {
  const { broker } = createStage();
  const creation = await broker.create({ message: "Deploy?", asker, ...(schema && { schema }) });
  const id = creation.ok ? creation.elicitation.id : "";
  const accept = (content: unknown) => broker.settle(id, { action: "accept", content }, { key: "k" });
  expect(await accept({ answer: false })).toMatchObject({
    reason: "invalid",
    problems: [
      { path: "", message: expect.stringContaining("an approval has no fields") },
      { path: "answer", message: "was not asked for" },
    ],
  });
  for (const content of [false, null, "no", { no: 1 }])
    expect(await accept(content)).toMatchObject({ reason: "invalid" });
  expect((await broker.get(id))?.status).toBe("pending");

  expect(await accept({})).toMatchObject({ ok: true, again: false });
  expect(await broker.getAnswer(id)).toEqual({ action: "accept", content: {} });
  expect(await accept({ answer: false })).toMatchObject({ reason: "settled" });
  expect(await accept(undefined)).toMatchObject({ ok: true, again: true });
});

test("a url elicitation is accepted as having gone there, and with no content", async () => {
  const { broker } = createStage();
  const creation = await broker.create({
    message: "Sign in.",
    asker,
    mode: "url",
    url: "https://example.com/a",
  });
  const id = creation.ok ? creation.elicitation.id : "";
  await broker.settle(id, { action: "accept", content: { password: "x" } }, { by: "ada" });
  expect(await broker.getAnswer(id)).toEqual({ action: "accept", content: {}, by: "ada" });
});

test("an unknown elicitation is unknown to every act", async () => {
  const { broker } = createStage();
  const unknown = { ok: false, reason: "unknown" };
  expect(await broker.settle("nobody", { action: "cancel" })).toEqual(unknown);
  expect(await broker.claim("nobody", { by: "ada" })).toEqual(unknown);
  expect(await broker.withdraw("nobody", "over")).toEqual(unknown);
  expect(await broker.get("nobody")).toBeUndefined();
  expect(await broker.getAnswer("nobody")).toBeUndefined();
  await broker.redact("nobody");
});

test("what each end says to the asker", async () => {
  const { broker, clock } = createStage();
  const ask = (id: string, timeoutMs?: number) =>
    broker.create(question({ id, ...(timeoutMs !== undefined && { timeoutMs }) }));
  await ask("declined");
  await broker.settle("declined", { action: "decline" });
  expect(await broker.getAnswer("declined")).toEqual({ action: "decline" });
  await ask("cancelled");
  await broker.settle("cancelled", { action: "cancel", reason: "closed the window" });
  expect(await broker.getAnswer("cancelled")).toEqual({ action: "cancel", reason: "closed the window" });
  await ask("withdrawn");
  await broker.withdraw("withdrawn", "not needed any more");
  expect(await broker.getAnswer("withdrawn")).toEqual({ action: "cancel", reason: "not needed any more" });
  await ask("expired", 1_000);
  await clock.advance(1_100);
  expect(await broker.getAnswer("expired")).toEqual({ action: "timeout" });
  await ask("open");
  expect(await broker.getAnswer("open")).toBeUndefined();
});

test("secrets are deleted by redacting, and nothing else is", async () => {
  const { broker } = createStage();
  const schema = {
    type: "object",
    properties: { key: { type: "secret" }, name: { type: "string" } },
    required: ["key"],
  } as const;
  const id = await created(broker, { schema });
  const answer = { action: "accept", content: { key: "hunter2", name: "Ada" } } as const;
  await broker.settle(id, answer, { key: "k" });
  expect(await broker.getAnswer(id)).toMatchObject({ content: { key: "hunter2", name: "Ada" } });
  await broker.redact(id);
  await broker.redact(id);
  expect(await broker.getAnswer(id)).toEqual({ action: "accept", content: { name: "Ada" } });
  expect(await broker.settle(id, answer, { key: "k" })).toMatchObject({ ok: true, again: true });
  expect(JSON.stringify([await broker.get(id), await broker.list()])).not.toContain("hunter2");
});

test("an answer has one of three actions", async () => {
  const { broker } = createStage();
  const id = await created(broker);
  expect(() => broker.settle(id, { action: "timeout" } as never)).toThrowError(/accept, decline or cancel/);
  expect(() => broker.settle(id, { action: "decline", reason: 3 } as never)).toThrowError(/reason/);
});

test("what was settled is forgotten after its retention, and its key is free", async () => {
  const { broker, clock } = createStage({ retentionMs: 60_000, sweepMs: 1_000 });
  const id = await created(broker, { key: "k" });
  await broker.settle(id, { action: "cancel" });
  await clock.advance(59_000);
  expect(await broker.get(id)).toBeDefined();
  await clock.advance(3_000);
  expect(await broker.get(id)).toBeUndefined();
  expect(await broker.create(question({ key: "k" }))).toMatchObject({ created: true });
});

test("what is kept of an answer is the broker's own: whoever gave it or got it may change theirs", async () => {
  const { broker } = createStage();
  const id = await created(broker, {
    schema: {
      type: "object",
      properties: { days: { type: "array", items: { type: "string", enum: ["mon", "tue", "wed"] } } },
    },
  });
  const content = { days: ["mon", "tue"] };
  const waiting = broker.wait(id);
  await broker.settle(id, { action: "accept", content });
  content.days.push("wed");
  const kept = { action: "accept", content: { days: ["mon", "tue"] } };
  for (const answer of [await waiting, await broker.getAnswer(id), await broker.getAnswer(id)]) {
    expect(answer).toEqual(kept);
    if (answer?.action !== "accept" || !Array.isArray(answer.content.days)) throw new Error("Not accepted.");
    answer.content.days.pop();
    Object.assign(answer.content, { more: "x" });
  }
});

test("what another broker did meanwhile counts, whatever this one remembers", async () => {
  const one = sealedStage();
  const other = sealedStage({ engine: one.engine, clock: one.clock });
  const id = await created(one.broker);
  await other.broker.claim(id, { by: "bob" });
  await other.broker.settle(id, { action: "decline" }, { by: "bob" });
  expect(await one.broker.settle(id, { action: "accept", content: { guests: "many" } })).toMatchObject({
    reason: "settled",
    elicitation: { status: "declined", settled: { by: "bob" } },
  });
  const claimed = await created(one.broker);
  await other.broker.claim(claimed, { by: "bob" });
  expect(await one.broker.settle(claimed, { action: "accept", content: { guests: 2 } })).toMatchObject({
    ok: true,
    elicitation: { status: "accepted", version: 3 },
  });
});
