// Secrets in an answer: how long they lie there for an asker that does not come.

import { describe, expect, it } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { sealedStage } from "./sealed-stage.js";
import { created, createStage } from "./stage.js";

const schema: FormSchema = {
  type: "object",
  properties: { pin: { type: "secret" }, name: { type: "string" } },
  required: ["pin"],
};
const answer = { action: "accept", content: { pin: "4711", name: "Ada" } } as const;
const whole = { action: "accept", content: { pin: "4711", name: "Ada" } };
const withoutPin = { action: "accept", content: { name: "Ada" } };

const HOUR_MS = 60 * 60_000;
const later = async (clock: { advance(ms: number): unknown }, hours: number): Promise<void> => {
  for (let hour = 0; hour < hours; hour += 1) await clock.advance(HOUR_MS);
};

describe("an answer with secrets", () => {
  it("that its asker never takes loses them after a day, and is kept as long as others", async () => {
    const { broker, clock, engine } = createStage({ sweepMs: HOUR_MS });
    const id = await created(broker, { schema });
    await broker.settle(id, answer, { by: "ada" });

    await later(clock, 23);
    expect(await broker.getAnswer(id)).toEqual({ ...whole, by: "ada" });

    await later(clock, 2);
    expect(await broker.getAnswer(id)).toEqual({ ...withoutPin, by: "ada" });
    expect(await broker.get(id)).toMatchObject({ status: "accepted", settled: { deleted: ["pin"] } });

    await later(clock, 28 * 24);
    expect(await broker.get(id)).toMatchObject({ status: "accepted" });

    await later(clock, 24);
    expect(await broker.get(id)).toBeUndefined();
    expect(await engine.records.list("", undefined, 10)).toEqual([]);
  });

  it("is kept as long as others once the secrets are taken out", async () => {
    const { broker, clock } = createStage({ sweepMs: HOUR_MS });
    const id = await created(broker, { schema });
    await broker.settle(id, answer);
    await broker.redact(id);

    await later(clock, 48);

    expect(await broker.get(id)).toMatchObject({ status: "accepted", version: 3 });
    expect(await broker.getAnswer(id)).toEqual(withoutPin);
  });

  it("loses them also when the broker that kept it is gone", async () => {
    const { broker, clock, engine } = createStage({ sweepMs: HOUR_MS });
    const id = await created(broker, { schema });
    await broker.settle(id, answer);
    await broker.close();
    await clock.advance(25 * HOUR_MS);

    const next = createBroker({ engine, clock, limits: false, sweepMs: HOUR_MS });
    await later(clock, 1);

    expect(await next.getAnswer(id)).toEqual(withoutPin);
    await next.close();
  });

  it("has them for a day, however long before somebody tried to give one", async () => {
    let isFailing = false;
    const { broker, clock } = createStage({
      sweepMs: HOUR_MS,
      wrap: (engine) => ({
        ...engine,
        elicitations: {
          ...engine.elicitations,
          change(...given) {
            if (isFailing) throw new Error("The disk is full.");
            return engine.elicitations.change(...given);
          },
        },
      }),
    });
    const id = await created(broker, { schema });
    isFailing = true;
    await expect(async () => broker.settle(id, answer)).rejects.toThrowError("The disk is full.");
    isFailing = false;
    await later(clock, 22);
    await broker.settle(id, answer);

    await later(clock, 23);
    expect(await broker.getAnswer(id)).toEqual(whole);

    await later(clock, 2);
    expect(await broker.getAnswer(id)).toEqual(withoutPin);
  });

  it("loses them also when another one cannot be opened", async () => {
    const { broker, clock, engine, lines } = sealedStage({ sweepMs: HOUR_MS });
    const lost = await created(broker, { schema });
    await broker.settle(lost, answer);
    await engine.elicitations.change(lost, 2, { outcome: "sealed with a key that is gone" }, clock.now());
    await clock.advance(1);
    const id = await created(broker, { schema });
    await broker.settle(id, answer);

    await later(clock, 25);

    expect(await broker.getAnswer(id)).toEqual(withoutPin);
    expect(lines).toContainEqual(
      expect.objectContaining({ message: "The sweep could not delete a secret." }),
    );
  });
});
