import { describe, expect, it } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { isKeptInDraft } from "../../src/core/elicitation/kept-in-draft.js";
import { keys, sealedStage } from "./sealed-stage.js";
import { asker, created, createStage } from "./stage.js";

const schema = { type: "object", properties: { name: { type: "string" } } } as const;
const HOUR_MS = 60 * 60_000;

const textOf = async ({ records }: ReturnType<typeof createStage>["engine"]): Promise<string> =>
  JSON.stringify(await records.list("", undefined, 1_000));

describe("a draft", () => {
  it("is sealed, and found by another process (C6)", async () => {
    const { broker, engine, clock } = sealedStage();
    const id = await created(broker, { schema });
    await broker.drafts.put(id, { by: "ada" }, { name: "only mine" });

    expect(await textOf(engine)).not.toContain("only mine");
    await using other = createBroker({ engine, keys, clock });
    expect(await other.drafts.get(id, "ada")).toEqual({ name: "only mine" });
  });

  it("of anybody is gone when somebody settles, and deleted soon after", async () => {
    const { broker, engine, clock } = createStage();
    const id = await created(broker, { schema });
    await broker.drafts.put(id, { by: "ada" }, { name: "x" });
    await broker.settle(id, { action: "decline" }, { by: "bob" });

    expect(await broker.drafts.get(id, "ada")).toBeUndefined();
    for (let round = 0; round < 3; round += 1) await clock.advance(10_000);
    expect(await engine.records.list("elicitation-draft:", undefined, 10)).toEqual([]);
  });

  it("of one who is not asked is refused, and so is one of nothing", async () => {
    const { broker } = createStage();
    const id = await created(broker, { schema, audience: "grace" });
    expect(await broker.drafts.put(id, { by: "ada" }, {})).toEqual({ ok: false, reason: "not-asked" });
    expect(await broker.drafts.put("nope", { by: "ada" }, {})).toEqual({ ok: false, reason: "unknown" });
    expect(await broker.drafts.put(id, { by: "grace" }, [])).toMatchObject({ reason: "invalid" });
    const long = { name: "x".repeat(2 ** 20) };
    expect(await broker.drafts.put(id, { by: "grace" }, long)).toMatchObject({ reason: "too-large" });
  });
});

describe("a draft of a form in a session", () => {
  /** A session with two forms that nobody has answered yet. */
  async function session() {
    const stage = sealedStage();
    const { broker } = stage;
    const id = await created(broker, { mode: "terminal" });
    await broker.transcripts.append(id, {}, { line: "Two things." });
    for (const message of ["First?", "Second?"])
      await broker.transcripts.append(id, {}, { form: { message, schema } });
    return { ...stage, id };
  }

  it("is sealed, and is that of its form, of its person, and not of the whole (C6)", async () => {
    const { broker, engine, id } = await session();
    expect(await broker.drafts.put(id, { by: "ada", entry: 2 }, { name: "only mine" })).toEqual({ ok: true });

    expect(await textOf(engine)).not.toContain("only mine");
    expect(await broker.drafts.get(id, "ada", 2)).toEqual({ name: "only mine" });
    expect(await broker.drafts.get(id, "ada", 3)).toBeUndefined();
    expect(await broker.drafts.get(id, "ada")).toBeUndefined();
    expect(await broker.drafts.get(id, "bob", 2)).toBeUndefined();
    await broker.drafts.remove(id, "ada", 2);
    expect(await broker.drafts.get(id, "ada", 2)).toBeUndefined();
  });

  it("is gone with the answer to its form, and refused after it", async () => {
    const { broker, id } = await session();
    for (const entry of [2, 3]) await broker.drafts.put(id, { by: "ada", entry }, { name: "x" });
    await broker.transcripts.append(id, { by: "bob" }, { answer: { entry: 2, action: "decline" } });

    expect(await broker.drafts.get(id, "ada", 2)).toBeUndefined();
    expect(await broker.drafts.put(id, { by: "ada", entry: 2 }, {})).toEqual({ ok: false, reason: "taken" });
    expect(await broker.drafts.get(id, "ada", 3)).toEqual({ name: "x" });
  });

  it("is gone when the session ends, and deleted soon after", async () => {
    const { broker, engine, clock, id } = await session();
    await broker.drafts.put(id, { by: "ada", entry: 2 }, { name: "x" });
    for (let round = 0; round < 3; round += 1) await clock.advance(10_000);
    expect(await broker.drafts.get(id, "ada", 2)).toEqual({ name: "x" });
    await broker.settle(id, { action: "cancel" });

    expect(await broker.drafts.get(id, "ada", 2)).toBeUndefined();
    for (let round = 0; round < 3; round += 1) await clock.advance(10_000);
    expect(await engine.records.list("session-draft:", undefined, 10)).toEqual([]);
  });

  it("is refused where it is for no form, or for what its form does not ask", async () => {
    const { broker, id } = await session();
    for (const entry of [1, 4, 0, -1, 1.5])
      expect(await broker.drafts.put(id, { by: "ada", entry }, {})).toEqual({ ok: false, reason: "unknown" });
    expect(await broker.drafts.put(id, { by: "ada", entry: 2 }, { other: "x" })).toMatchObject({
      reason: "invalid",
      problems: [{ path: "other" }],
    });
  });
});

const signIn: FormSchema = {
  type: "object",
  properties: {
    user: { type: "string" },
    word: { type: "secret" },
    mfa: { type: "boolean" },
    number: { type: "integer", title: "Verification code" },
    proof: { type: "file", accept: [".pdf"], maxBytes: 1_000, maxFiles: 1 },
  },
};

describe("what no draft keeps", () => {
  it.each([
    ["word", "hush"],
    ["mfa", true],
    ["number", 7],
    ["proof", [{ id: "f" }]],
  ])("is refused: %s (C12)", async (name, value) => {
    const { broker } = createStage();
    const id = await created(broker, { schema: signIn });
    const field = signIn.properties[name];
    expect(field && isKeptInDraft({ name, field })).toBe(false);
    expect(await broker.drafts.put(id, { by: "ada" }, { user: "ada", [name]: value })).toMatchObject({
      reason: "invalid",
      problems: [{ path: name }],
    });
  });
});

describe("a session", () => {
  it("is sealed, goes on in another process, and goes with its elicitation", async () => {
    const { broker, engine, clock } = sealedStage({ retentionMs: HOUR_MS });
    const id = await created(broker, { mode: "terminal" });
    await broker.transcripts.append(id, { by: "bot" }, { line: "between us" });

    expect(await textOf(engine)).not.toContain("between us");
    await using other = createBroker({ engine, keys, clock, retentionMs: HOUR_MS });
    expect(await other.transcripts.read(id)).toMatchObject({
      entries: [{ line: "between us" }],
      ended: false,
    });

    await other.settle(id, { action: "cancel" });
    expect((await other.transcripts.read(id))?.ended).toBe(true);
    for (let minutes = 0; minutes < 65; minutes += 1) await clock.advance(60_000);
    expect(await other.transcripts.read(id)).toBeUndefined();
    expect(await engine.records.list("elicitation-transcript:", undefined, 10)).toEqual([]);
  });

  it("keeps what two say at once, one behind the other", async () => {
    const { broker } = createStage();
    const id = await created(broker, { mode: "terminal" });
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);

    await Promise.all(lines.map((line) => broker.transcripts.append(id, {}, { line })));

    const { entries } = (await broker.transcripts.read(id)) ?? { entries: [] };
    expect(entries.map(({ entry }) => entry)).toEqual(lines.map((_, index) => index + 1));
    expect(entries.map(({ line }) => line).sort()).toEqual(lines.sort());
  });

  it("refuses what is no entry", async () => {
    const { broker } = createStage();
    const id = await created(broker, { mode: "terminal" });
    for (const entry of [
      { line: 7 },
      { form: { message: "", schema } },
      { answer: { entry: 1, action: "maybe" } },
    ])
      await expect(broker.transcripts.append(id, {}, entry as never)).rejects.toMatchObject({
        code: "invalid-arguments",
      });
  });
});

describe("what a card says besides its question", () => {
  it("is kept sealed with it: origin, arguments, and how often it was asked before (W2, C11)", async () => {
    const { broker, engine } = sealedStage();
    const id = await created(broker, {
      asker: { ...asker, origin: "https://tables.example", arguments: { day: "tuesday" } },
      repeats: 2,
    });

    expect(await broker.get(id)).toMatchObject({
      repeats: 2,
      asker: { origin: "https://tables.example", arguments: { day: "tuesday" } },
    });
    expect(JSON.stringify(await engine.elicitations.get(id))).not.toContain("tuesday");
    await broker.claim(id, { by: "ada" });
    expect(await broker.get(id)).toMatchObject({ repeats: 2, asker: { arguments: { day: "tuesday" } } });
  });

  it("is refused where it is nothing to show", async () => {
    const { broker } = createStage();
    const long = { text: "x".repeat(10_000) };
    for (const wrong of [{ arguments: long }, { arguments: [1] as never }, { origin: 7 as never }])
      await expect(created(broker, { asker: { ...asker, ...wrong } })).rejects.toMatchObject({
        code: "invalid-arguments",
      });
    await expect(created(broker, { repeats: 0 })).rejects.toMatchObject({ code: "invalid-arguments" });
  });
});
