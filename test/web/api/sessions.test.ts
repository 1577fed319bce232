import { describe, expect, it } from "vitest";
import { createApiClient } from "../../../src/web/index.js";
import { BASE, createStage } from "./stage.js";

const size = {
  type: "object",
  properties: { size: { type: "integer", minimum: 1 } },
  required: ["size"],
} as const;

async function createSession() {
  const stage = createStage();
  const asker = stage.client("bot:ask");
  const ada = createApiClient({
    baseUrl: BASE,
    token: "ada:answer",
    fetch: stage.fetch,
    clock: stage.clock,
    view: "terminal",
  });
  const { elicitation } = await asker.create({ message: "Set up the service", mode: "terminal" });
  return { ...stage, asker, ada, id: elicitation.id };
}

describe("a session in a terminal", () => {
  it("has lines and forms of the asker and the person's answers, and another terminal goes on with it", async () => {
    const { asker, ada, id } = await createSession();
    await asker.transcript.say(id, "Looking around.");
    const entry = await asker.transcript.ask(id, { message: "How large?", schema: size });
    await ada.transcript.reply(id, { entry, action: "accept", content: { size: 3 } });
    await asker.transcript.say(id, "Done.");

    const { entries, ended } = await ada.transcript.read(id);

    expect(ended).toBe(false);
    expect(entries).toMatchObject([
      { entry: 1, line: "Looking around." },
      { entry: 2, form: { message: "How large?", schema: size } },
      { entry: 3, answer: { entry: 2, action: "accept", by: "ada" } },
      { entry: 4, line: "Done." },
    ]);
    expect(entries[2]?.answer).not.toHaveProperty("content");
    expect((await asker.transcript.read(id, 2)).entries[0]?.answer?.content).toEqual({ size: 3 });

    await ada.answer(id, {});

    expect((await ada.transcript.read(id, 4)).ended).toBe(true);
    await expect(asker.transcript.say(id, "More?")).rejects.toMatchObject({ status: 409 });
  });

  it("keeps a draft of each form until that is answered (C6)", async () => {
    const { asker, ada, client, engine, id } = await createSession();
    const entry = await asker.transcript.ask(id, { message: "How large?", schema: size });
    await ada.draft.put(id, { size: 3 }, entry);
    expect(await ada.draft.get(id, entry)).toEqual({ size: 3 });
    expect(await ada.draft.get(id)).toBeUndefined();
    expect(await client("bob:answer").draft.get(id, entry)).toBeUndefined();
    await expect(ada.draft.put(id, {}, 7)).rejects.toMatchObject({ status: 404 });

    await ada.transcript.reply(id, { entry, action: "accept", content: { size: 3 } });

    expect(await engine.records.list("session-draft:", undefined, 10)).toEqual([]);
    await expect(ada.draft.put(id, { size: 4 }, entry)).rejects.toMatchObject({
      status: 409,
      code: "conflict",
    });
  });

  it("is ended by its asker with a result, which counts as given by who answered its forms (C1)", async () => {
    const { asker, ada, client } = await createSession();
    const { elicitation } = await asker.create({ message: "Set it up", mode: "terminal", schema: size });
    const { id } = elicitation;
    await expect(asker.transcript.end(id, { content: { size: 3 } })).rejects.toMatchObject({
      status: 400,
      problems: [{ path: "", message: expect.stringContaining("Withdraw it instead") }],
    });
    const entry = await asker.transcript.ask(id, { message: "How large?", schema: size });
    await ada.transcript.reply(id, { entry, action: "accept", content: { size: 3 } });
    await expect(ada.transcript.end(id, { content: { size: 3 } })).rejects.toMatchObject({ status: 403 });
    await expect(client("other:ask").transcript.end(id, { content: { size: 3 } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(asker.transcript.end(id, { content: { size: 0 } })).rejects.toMatchObject({
      status: 400,
      problems: [{ path: "size" }],
    });

    const ended = await asker.transcript.end(id, { content: { size: 3 }, line: "It is set up." });

    expect(ended).toMatchObject({
      status: "accepted",
      settled: { by: "ada", from: "session", reason: "It is set up." },
    });
    expect((await asker.answerOf(id)).answer).toEqual({
      action: "accept",
      content: { size: 3 },
      by: "ada",
    });
    expect((await ada.transcript.read(id)).ended).toBe(true);
    await expect(asker.transcript.end(id, {})).rejects.toMatchObject({ status: 409 });
  });

  it("is no other question: only a session is ended so", async () => {
    const { asker } = await createSession();
    const { elicitation } = await asker.create({ message: "Plain" });
    await expect(asker.transcript.end(elicitation.id, {})).rejects.toMatchObject({ status: 404 });
  });

  it("wakes whoever waits for the next entry, and for its end", async () => {
    const { asker, ada, id } = await createSession();
    const waiting = ada.transcript.read(id, 0, { waitSeconds: 60 });
    await asker.transcript.say(id, "Hello.");
    expect((await waiting).entries).toMatchObject([{ line: "Hello." }]);
  });

  it("gives up waiting when the time is over", async () => {
    const { ada, id, clock } = await createSession();
    const waiting = ada.transcript.read(id, 0, { waitSeconds: 5 });
    for (let seconds = 0; seconds < 6; seconds += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(1_000);
    }
    expect(await waiting).toEqual({ entries: [], ended: false });
  });

  it("takes one answer to each form, checked against it", async () => {
    const { asker, ada, id } = await createSession();
    const entry = await asker.transcript.ask(id, { message: "How large?", schema: size });
    const reply = (content: unknown) => ada.transcript.reply(id, { entry, action: "accept", content });
    await expect(reply({ size: 0 })).rejects.toMatchObject({ status: 400, problems: [{ path: "size" }] });
    const both = await Promise.allSettled([reply({ size: 1 }), reply({ size: 2 })]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(reply({ size: 3 })).rejects.toMatchObject({ status: 409, code: "conflict" });
    await expect(ada.transcript.reply(id, { entry: 99, action: "decline" })).rejects.toMatchObject({
      status: 400,
    });
  });

  it("lets nobody speak for another", async () => {
    const { asker, ada, id, client } = await createSession();
    await expect(ada.transcript.say(id, "I am the asker.")).rejects.toMatchObject({ status: 403 });
    const entry = await asker.transcript.ask(id, { message: "Sure?", schema: size });
    await expect(
      asker.transcript.reply(id, { entry, action: "accept", content: { size: 1 } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(client("eve:ask").transcript.read(id)).rejects.toMatchObject({ status: 404 });
  });

  it("is settled in a terminal only; saying no is possible anywhere", async () => {
    const { ada, id, client, api } = await createSession();
    const inbox = createApiClient({
      baseUrl: BASE,
      fetch: api.as({ id: "ada", name: "Ada", scopes: ["answer"], view: "inbox" }),
    });
    await expect(inbox.answer(id, {})).rejects.toMatchObject({ status: 403, code: "forbidden" });
    await expect(client("ada:answer").answer(id, {})).rejects.toMatchObject({ status: 403 });
    expect(await ada.answer(id, {})).toMatchObject({ settled: { from: "terminal" } });
    const other = await client("bot:ask").create({ message: "Again", mode: "terminal" });
    expect(await inbox.decline(other.elicitation.id)).toMatchObject({ settled: { from: "inbox" } });
  });

  it("takes neither secrets nor files, nor more than fits", async () => {
    const { asker, id } = await createSession();
    const secret = { type: "object", properties: { word: { type: "secret" } } } as const;
    await expect(asker.transcript.ask(id, { message: "?", schema: secret })).rejects.toMatchObject({
      status: 400,
    });
    await expect(asker.transcript.say(id, "x".repeat(10_001))).rejects.toMatchObject({ status: 400 });
    let said = 0;
    const fill = async (): Promise<void> => {
      for (; said < 100; said += 1) await asker.transcript.say(id, "é".repeat(10_000));
    };
    await expect(fill()).rejects.toMatchObject({ status: 413 });
    expect(said).toBeGreaterThan(10);
  });

  it("is no session for what is asked elsewhere", async () => {
    const { asker } = await createSession();
    const { elicitation } = await asker.create({ message: "Plain" });
    await expect(asker.transcript.read(elicitation.id)).rejects.toMatchObject({ status: 404 });
    await expect(asker.transcript.say(elicitation.id, "x")).rejects.toMatchObject({ status: 404 });
  });
});
