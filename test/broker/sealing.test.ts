import { expect, test } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { keys, sealedStage } from "./sealed-stage.js";
import { created, createStage } from "./stage.js";

test("neither question nor answer lies in the clear where it outlives the process", async () => {
  const { broker, engine } = sealedStage();
  const id = await created(broker, {
    message: "What is the Zanzibar password?",
    schema: { type: "object", properties: { word: { type: "secret" } } },
  });
  await broker.claim(id, { by: "Bartholomew" });
  await broker.settle(id, { action: "accept", content: { word: "hunter2" } }, { by: "Bartholomew" });
  const kept = JSON.stringify(await engine.elicitations.get(id));
  expect(kept).not.toMatch(/Zanzibar|hunter2|Bartholomew|word/);
  expect(await broker.getAnswer(id)).toEqual({
    action: "accept",
    content: { word: "hunter2" },
    by: "Bartholomew",
  });
});

test("a key that rotated out of first place still opens", async () => {
  const old = sealedStage();
  const id = await created(old.broker);
  const next = sealedStage({ engine: old.engine, clock: old.clock, keys: ["n".repeat(32), ...keys] });
  expect(await next.broker.get(id)).toMatchObject({ message: "How many?" });
  expect(await next.broker.settle(id, { action: "accept", content: { guests: 2 } })).toMatchObject({
    ok: true,
  });
});

test("what other keys sealed is unreadable, takes nothing else along, and still ends", async () => {
  const old = sealedStage();
  const lost = await created(old.broker, { timeoutMs: 5_000 });
  const { engine, clock } = old;
  const next = sealedStage({ engine, clock, keys: ["x".repeat(32)] });
  const own = await created(next.broker);
  expect(() => next.broker.get(lost)).toThrowError(expect.objectContaining({ code: "unreadable" }));
  expect((await next.broker.list()).elicitations.map(({ id }) => id)).toEqual([own]);
  await old.broker.close();
  await clock.advance(20_000);
  expect((await engine.elicitations.get(lost))?.status).toBe("expired");
});

test("what was sealed for one elicitation does not open as another's", async () => {
  const { broker, engine } = sealedStage();
  const id = await created(broker);
  const other = await created(broker);
  const body = (await engine.elicitations.get(id))?.body ?? "";
  await engine.elicitations.change(other, 1, { body }, 0);
  expect(() => broker.get(other)).toThrowError(expect.objectContaining({ code: "unreadable" }));
});

test("an answer that was sealed for one elicitation does not open as another's", async () => {
  const { broker, engine } = sealedStage();
  const [given, other] = [await created(broker), await created(broker)];
  for (const [id, guests] of [
    [given, 2],
    [other, 9],
  ] as const)
    await broker.settle(id, { action: "accept", content: { guests } });
  const { outcome } = (await engine.elicitations.get(given)) ?? {};
  const { version = 0 } = (await engine.elicitations.get(other)) ?? {};
  await engine.elicitations.change(other, version, { outcome }, 0);

  expect(await engine.elicitations.get(other)).toMatchObject({ outcome });
  expect(() => broker.getAnswer(other)).toThrowError(expect.objectContaining({ code: "unreadable" }));
});

test("a draft opens neither as another person's nor as one of another elicitation", async () => {
  const { broker, engine } = sealedStage();
  const [id, other] = [await created(broker), await created(broker)];
  await broker.drafts.put(id, { by: "ada" }, { guests: 2 });
  const [kept] = await engine.records.list("elicitation-draft:", undefined, 10);
  const value = kept?.value ?? "";
  const places = [
    [id, "eve"],
    [other, "ada"],
  ] as const;
  for (const [place, owner] of places) {
    await engine.records.put(`elicitation-draft:${place}~${owner}`, value);
    await expect(broker.drafts.get(place, owner)).rejects.toMatchObject({ code: "unreadable" });
  }
  expect(await broker.drafts.get(id, "ada")).toEqual({ guests: 2 });
});

test("a session in a terminal does not open as another's", async () => {
  const { broker, engine } = sealedStage();
  const [id, other] = [
    await created(broker, { mode: "terminal" }),
    await created(broker, { mode: "terminal" }),
  ];
  await broker.transcripts.append(id, {}, { line: "Unlock the Zanzibar door." });
  const [kept] = await engine.records.list("elicitation-transcript:", undefined, 10);
  expect(kept?.value).not.toContain("Zanzibar");
  await engine.records.put(`elicitation-transcript:${other}`, kept?.value ?? "");

  await expect(broker.transcripts.read(other)).rejects.toMatchObject({ code: "unreadable" });
});

test.each([
  ["durable", { durable: true }],
  ["shared", { shared: true }],
])("an engine that is %s asks for keys", (_, fields) => {
  const refusal = expect.objectContaining({ code: "invalid-option" });
  const engine = { ...createMemoryEngine(), ...fields };
  expect(() => createStage({ engine })).toThrowError(refusal);
  expect(() => createStage({ engine, keys: ["short"] })).toThrowError(refusal);
  expect(() => createStage({ engine, keys })).not.toThrow();
});
