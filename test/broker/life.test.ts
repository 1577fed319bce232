import { describe, expect, test } from "vitest";
import { engines } from "../server/async-engine.js";
import { asker, created, createStage, guests, question } from "./stage.js";

describe.each(engines)("on an engine that %s", (_, create) => {
  const stage = (options: Parameters<typeof createStage>[0] = {}) =>
    createStage({ ...options, wrap: () => create() });

  test("[acceptance 42] a created elicitation is shown as it was given, pending and of version 1", async () => {
    const { broker } = stage();
    const creation = await broker.create(
      question({ id: "e1", audience: "bob", tags: ["a", "b", "a"], group: "g", timeoutMs: 1_000 }),
    );
    const { createdAt } = (await broker.get("e1")) ?? {};
    expect(creation).toEqual({
      ok: true,
      created: true,
      elicitation: {
        id: "e1",
        mode: "inline",
        status: "pending",
        message: "How many?",
        schema: guests,
        url: undefined,
        audience: "bob",
        asker,
        tags: ["a", "b"],
        group: "g",
        createdAt,
        expiresAt: (createdAt ?? 0) + 1_000,
        version: 1,
        claim: undefined,
        settled: undefined,
      },
    });
    expect(await broker.get("e1")).toEqual(creation.ok && creation.elicitation);
    await broker.close();
  });

  test("[C4] of two answers the first wins, and the second learns who, when and from where", async () => {
    const { broker, clock } = stage();
    const id = await created(broker);
    const [first, second] = await Promise.all([
      broker.settle(id, { action: "accept", content: { guests: 3 } }, { by: "ada", from: "inbox" }),
      broker.settle(id, { action: "decline", reason: "no" }, { by: "bob", from: "page" }),
    ]);
    const won = first.ok ? first : second;
    const lost = first.ok ? second : first;
    expect([won.ok, lost.ok]).toEqual([true, false]);
    expect(lost).toEqual({ ok: false, reason: "settled", elicitation: won.ok && won.elicitation });
    expect(won.ok && won.elicitation.settled).toMatchObject({ at: clock.now() });
    await broker.close();
  });

  test("an accepted answer is what was given, with defaults filled in and by whom", async () => {
    const { broker } = stage();
    const id = await created(broker, {
      schema: { type: "object", properties: { n: { type: "integer", default: 2 }, s: { type: "string" } } },
    });
    await broker.settle(id, { action: "accept", content: { s: "x", other: 1 } }, { by: "ada" });
    expect(await broker.getAnswer(id)).toEqual({ action: "accept", content: { n: 2, s: "x" }, by: "ada" });
    await broker.close();
  });

  test("whoever waits gets the answer", async () => {
    const { broker } = stage();
    const id = await created(broker);
    const waiting = broker.wait(id);
    await broker.settle(id, { action: "accept", content: { guests: 3 } });
    expect(await waiting).toEqual({ action: "accept", content: { guests: 3 } });
    expect(await broker.wait("nobody")).toBeUndefined();
    await broker.close();
  });

  test("a watcher hears every change in order", async () => {
    const { broker } = stage();
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { id, status } of broker.watch({ after: 0 })) {
        seen.push(`${id} ${status}`);
        if (status === "withdrawn") return;
      }
    })();
    await created(broker, { id: "a" });
    await broker.claim("a", { by: "ada" });
    await broker.settle("a", { action: "decline" });
    await created(broker, { id: "b" });
    await broker.withdraw("b", "not needed");
    await watching;
    expect(seen).toEqual(["a pending", "a active", "a declined", "b pending", "b withdrawn"]);
    await broker.close();
  });
});
