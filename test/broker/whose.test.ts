import { describe, expect, it } from "vitest";
import { asker, created, createStage, question } from "./stage.js";

const mallory = { ...asker, principalId: "mallory" };

describe("a key", () => {
  it("of one principal does not find the elicitation of another", async () => {
    const { broker } = createStage();
    await broker.create(question({ key: "order-1", message: "Ada's own business" }));

    const creation = await broker.create(question({ key: "order-1", message: "Mine", asker: mallory }));

    expect(creation).toMatchObject({ ok: true, created: true, elicitation: { message: "Mine" } });
  });

  it("of one server does not find the elicitation of another", async () => {
    const { broker } = createStage();
    await broker.create(question({ key: "order-1" }));

    const other = { ...asker, server: "trains" };

    expect(await broker.create(question({ key: "order-1", asker: other }))).toMatchObject({ created: true });
  });

  it("that is the id of somebody else's elicitation does not find it", async () => {
    const { broker } = createStage();
    const id = await created(broker, { message: "Ada's own business" });

    const creation = await broker.create(question({ key: id, message: "Mine", asker: mallory }));

    expect(creation).toMatchObject({ ok: true, elicitation: { message: "Mine" } });
  });
});

describe("an id", () => {
  it("that another asker has chosen is refused, and nothing of theirs is told", async () => {
    const { broker } = createStage();
    const id = await created(broker, { message: "Ada's own business" });

    const again = async () => broker.create(question({ id, message: "Mine", asker: mallory }));

    await expect(again()).rejects.toMatchObject({ code: "invalid-arguments" });
    await expect(again()).rejects.not.toThrow("business");
  });
});

describe("the key of an answer", () => {
  it("makes it idempotent for the one who gave it, and for nobody else", async () => {
    const { broker } = createStage();
    const id = await created(broker);
    const answer = { action: "accept", content: { guests: 4 } } as const;
    await broker.settle(id, answer, { by: "ada", key: "once" });

    expect(await broker.settle(id, answer, { by: "ada", key: "once" })).toMatchObject({ again: true });
    expect(await broker.settle(id, answer, { by: "mallory", key: "once" })).toMatchObject({
      ok: false,
      reason: "settled",
    });
  });
});

describe("an audience", () => {
  const answer = { action: "accept", content: { guests: 4 } } as const;

  it("is who may answer, and who may be at it", async () => {
    const { broker } = createStage();
    const id = await created(broker, { audience: "grace" });

    for (const by of ["ada", "mallory", ""]) {
      expect(await broker.settle(id, answer, { by })).toEqual({ ok: false, reason: "not-asked" });
      expect(await broker.settle(id, { action: "decline" }, { by })).toMatchObject({ reason: "not-asked" });
    }
    expect(await broker.claim(id, { by: "ada" })).toEqual({ ok: false, reason: "not-asked" });
    expect(await broker.claim(id, { by: "grace" })).toMatchObject({ ok: true });
    expect(await broker.settle(id, answer, { by: "grace" })).toMatchObject({ ok: true });
  });

  it("holds against a view that forgets to say who answers", async () => {
    const { broker } = createStage();
    const id = await created(broker, { audience: "grace" });

    expect(await broker.settle(id, answer)).toEqual({ ok: false, reason: "not-asked" });
  });

  it("of several people lets each of them answer, and not the one for whom it is asked", async () => {
    const { broker } = createStage();
    const id = await created(broker, { audience: "managers" });
    const groups = ["managers"];

    expect(await broker.settle(id, answer, { by: "ada", groups })).toMatchObject({ reason: "not-asked" });
    expect(await broker.settle(id, answer, { groups })).toMatchObject({ reason: "not-asked" });
    expect(await broker.settle(id, answer, { by: "bob", groups: ["drivers"] })).toMatchObject({
      reason: "not-asked",
    });
    expect(await broker.settle(id, answer, { by: "bob", groups })).toMatchObject({ ok: true });
  });

  it("is held against what is over, too: nobody else learns how it ended", async () => {
    const { broker } = createStage();
    const id = await created(broker, { audience: "grace" });
    await broker.settle(id, answer, { by: "grace" });

    expect(await broker.settle(id, answer, { by: "mallory" })).toEqual({ ok: false, reason: "not-asked" });
  });
});
