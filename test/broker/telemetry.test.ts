import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, expect, test } from "vitest";
import { channels } from "../../src/core/events.js";
import { asker, created, createStage, question } from "./stage.js";

const heard: (readonly [string, unknown])[] = [];
const names = Object.values(channels).filter((name) => name.startsWith("beckon:elicitation:"));
const listeners = new Map(
  names.map((name) => [
    name,
    (event: unknown) => void heard.push([name.slice("beckon:elicitation:".length), event]),
  ]),
);
for (const [name, listener] of listeners) subscribe(name, listener);
afterEach(() => void heard.splice(0));

const base = { mode: "inline", asker: "tables", principalId: "ada" };

test("[acceptance 48] every step of an elicitation's life is told, with sizes and times, and never what was answered", async () => {
  const { broker, clock } = createStage({ limits: { perMinute: 3 } });
  await created(broker, { id: "a" });
  await broker.claim("a", { by: "ada" });
  await clock.advance(1_500);
  await broker.settle("a", { action: "accept", content: { guests: 12 } }, { by: "ada" });
  await created(broker, { id: "b", timeoutMs: 1_000 });
  await created(broker, { id: "c" });
  await broker.withdraw("c", "the secret reason");
  await broker.create(question({ id: "d" }));
  await clock.advance(1_100);
  const size = expect.any(Number);
  expect(heard).toEqual([
    ["created", { id: "a", ...base, bytes: size }],
    ["claimed", { id: "a", ...base }],
    ["settled", { id: "a", ...base, action: "accept", bytes: '{"guests":12}'.length, durationMs: 1_500 }],
    ["created", { id: "b", ...base, bytes: size }],
    ["created", { id: "c", ...base, bytes: size }],
    ["withdrawn", { id: "c", ...base, durationMs: 0 }],
    ["limited", { id: "d", ...base, retryAfterMs: size }],
    ["expired", { id: "b", ...base, durationMs: size }],
  ]);
  expect(JSON.stringify(heard)).not.toMatch(/secret reason|How many/);
});

test("each event names the mode of its elicitation", async () => {
  const { broker } = createStage();
  await broker.create({ message: "Go there.", id: "u", mode: "url", url: "https://example.com/", asker });
  await broker.settle("u", { action: "accept" });
  await broker.create(question({ id: "t", mode: "terminal" }));
  await broker.withdraw("t", "over");
  expect(heard.map(([name, event]) => [name, (event as { mode: string }).mode])).toEqual([
    ["created", "url"],
    ["settled", "url"],
    ["created", "terminal"],
    ["withdrawn", "terminal"],
  ]);
});

test("how long a secret is is not said", async () => {
  const sizes: unknown[] = [];
  for (const secret of ["s", "s".repeat(1_000)]) {
    heard.length = 0;
    const { broker } = createStage();
    const schema = { type: "object", properties: { token: { type: "secret" } } } as const;
    await created(broker, { id: "a", schema });
    await broker.settle("a", { action: "accept", content: { token: secret } });
    sizes.push(heard.find(([name]) => name === "settled")?.[1]);
  }
  expect(sizes[0]).toMatchObject({ bytes: "{}".length });
  expect(sizes[1]).toEqual(sizes[0]);
});

test("nothing is said twice: creating again, renewing and a lost race are no news", async () => {
  const { broker } = createStage();
  await broker.create(question({ id: "a", asker }));
  await broker.create(question({ id: "a", asker }));
  await broker.claim("a", { by: "ada" });
  await broker.claim("a", { by: "ada" });
  await broker.settle("a", { action: "decline" });
  await broker.settle("a", { action: "decline" });
  expect(heard.map(([name]) => name)).toEqual(["created", "claimed", "settled"]);
});

test("logs and errors say nothing of an answer", async () => {
  const { broker, lines } = createStage();
  const id = await created(broker, {
    schema: { type: "object", properties: { a: { type: "integer" }, b: { type: "string", maxLength: 3 } } },
  });
  const refused = await broker.settle(id, { action: "accept", content: { a: "hunter2", b: "hunter2" } });
  expect(JSON.stringify([refused, lines])).not.toContain("hunter2");
});

test("a listener can leave", () => {
  for (const [name, listener] of listeners) expect(unsubscribe(name, listener)).toBe(true);
});
