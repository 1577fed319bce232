import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { createStage } from "./stage.js";

const form: FormSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    word: { type: "secret" },
    picture: { type: "file", accept: ["image/*"], maxBytes: 10, maxFiles: 1 },
  },
};
const asked = { message: "Who are you?", schema: form };

describe("a draft", () => {
  it("is kept for the one who typed it until the elicitation is settled (C6)", async () => {
    const { client } = createStage();
    const ada = client("ada:answer");
    const { elicitation } = await client("bot:ask").create(asked);
    await ada.draft.put(elicitation.id, { name: "Ad" });
    await ada.draft.put(elicitation.id, { name: "Ada" });

    expect(await ada.draft.get(elicitation.id)).toEqual({ name: "Ada" });
    expect(await client("bob:answer").draft.get(elicitation.id)).toBeUndefined();

    await ada.decline(elicitation.id);

    expect(await ada.draft.get(elicitation.id)).toBeUndefined();
    await expect(ada.draft.put(elicitation.id, { name: "x" })).rejects.toMatchObject({ status: 409 });
  });

  it("takes no secret, and nothing that the form does not ask for (C12)", async () => {
    const { client, engine } = createStage();
    const ada = client("ada:answer");
    const { elicitation } = await client("bot:ask").create(asked);

    await expect(ada.draft.put(elicitation.id, { word: "hush", age: 3 })).rejects.toMatchObject({
      status: 400,
      problems: [{ path: "word" }, { path: "age" }],
    });
    expect(await engine.records.list("", undefined, 100)).toEqual([]);
  });

  it("that cannot be removed does no harm to an answer that was taken", async () => {
    const { client, engine, lines } = createStage();
    const { elicitation } = await client("bot:ask").create(asked);
    Object.assign(engine.records, { remove: () => Promise.reject(new Error("The disk is full.")) });

    const settled = await client("ada:answer").decline(elicitation.id);
    expect(settled).toMatchObject({ status: "declined" });
    expect(lines.join("\n")).toContain("A draft cannot be removed.");
  });

  it("that is removed is gone", async () => {
    const { client } = createStage();
    const ada = client("ada:answer");
    const { elicitation } = await client("bot:ask").create(asked);
    await ada.draft.put(elicitation.id, { name: "Ada" });
    await ada.draft.remove(elicitation.id);
    expect(await ada.draft.get(elicitation.id)).toBeUndefined();
  });
});

describe("a list", () => {
  it("goes past what a caller may not see, and leads on where that takes too long", async () => {
    const { client, broker } = createStage();
    const asker = { server: "bot", method: "tools/call", runId: "run-1" };
    for (let index = 0; index < 2_100; index += 1)
      await broker.create({ message: `${index}`, audience: "bob", asker });
    const { elicitation } = await client("bot:ask").create({ message: "For Ada", audience: "ada" });
    const ada = client("ada:answer");

    const first = await ada.list({ limit: 1 });
    const second = await ada.list({ limit: 1, ...(first.cursor && { cursor: first.cursor }) });

    expect(first.elicitations).toEqual([]);
    expect(second.elicitations.map(({ id }) => id)).toEqual([elicitation.id]);
  });
});

describe("a mute", () => {
  it("marks what its server asks, is seen by everybody, and can be undone (C17)", async () => {
    const { client, clock } = createStage();
    const ada = client("ada:answer");
    await client("bot:ask").create({ message: "Go?", asker: { server: "noisy" } });

    await ada.mutes.add("noisy");

    expect(await client("bob:answer").mutes.list()).toEqual([
      { server: "noisy", since: clock.now(), by: "ada" },
    ]);
    expect((await ada.list()).elicitations).toMatchObject([{ asker: { server: "noisy" }, muted: true }]);

    await client("bob:answer").mutes.remove("noisy");

    expect((await ada.list()).elicitations[0]).not.toHaveProperty("muted");
    await expect(ada.mutes.remove("noisy")).rejects.toMatchObject({ status: 404 });
  });

  it("ends by itself when it is said until when", async () => {
    const { client, clock } = createStage();
    const ada = client("ada:answer");
    await ada.mutes.add("noisy", { until: clock.now() + 60_000 });
    await clock.advance(60_001);
    expect(await ada.mutes.list()).toEqual([]);
    await expect(ada.mutes.add("noisy", { until: clock.now() - 1 })).rejects.toMatchObject({ status: 400 });
  });
});

describe("a file", () => {
  const upload = (name: string, type: string, text: string) => ({ name, type, body: Buffer.from(text) });

  it("is uploaded, named in the answer, and given to whoever may see it", async () => {
    const { client } = createStage();
    const ada = client("ada:answer");
    const asker = client("bot:ask");
    const { elicitation } = await asker.create(asked);
    const file = await ada.upload(elicitation.id, upload("me.png", "image/png", "pixels"));
    await ada.answer(elicitation.id, { picture: [file], word: "hush" });

    expect(await asker.answerOf(elicitation.id)).toMatchObject({
      answer: { content: { picture: [{ name: "me.png", bytes: 6 }], word: "[secret]" } },
    });
    const content = await asker.download(elicitation.id, file.id);
    expect(await new Response(content).text()).toBe("pixels");
    await expect(client("eve:ask").download(elicitation.id, file.id)).rejects.toMatchObject({ status: 404 });
    await expect(asker.download(elicitation.id, `${file.id}x`)).rejects.toMatchObject({ status: 404 });
  });

  it("that is too large, of the wrong kind, or of no field is refused", async () => {
    const { client } = createStage();
    const ada = client("ada:answer");
    const { elicitation } = await client("bot:ask").create(asked);
    const { id } = elicitation;
    await expect(ada.upload(id, upload("a.png", "image/png", "12345678901"))).rejects.toMatchObject({
      status: 413,
    });
    await expect(ada.upload(id, upload("a.exe", "application/x", "x"))).rejects.toMatchObject({
      status: 400,
    });
    await expect(
      ada.upload(id, { ...upload("a.png", "image/png", "x"), field: "name" }),
    ).rejects.toMatchObject({ status: 400 });
  });
});

describe("history (W10)", () => {
  async function stageWithPast() {
    const stage = createStage();
    const asker = stage.client("bot:ask");
    const ada = stage.client("ada:answer");
    for (const [index, message] of ["Paint the shed?", 'Buy =paint, "red"?', "Mow?"].entries()) {
      const { elicitation } = await asker.create({
        message,
        schema: form,
        asker: { server: `s${index % 2}` },
      });
      await stage.clock.advance(1_000);
      if (index === 1) await ada.decline(elicitation.id, { reason: "=cmd()" });
      else await ada.answer(elicitation.id, { name: `Ada ${index}`, word: "hush" });
    }
    await asker.create({ message: "Still open" });
    return { ...stage, ada };
  }

  it("has what is over, the newest first, with outcome, actor, latency and no secret", async () => {
    const { ada } = await stageWithPast();
    const { entries } = await ada.history();
    expect(entries.map(({ elicitation }) => elicitation.message)).toEqual([
      "Mow?",
      'Buy =paint, "red"?',
      "Paint the shed?",
    ]);
    expect(entries[0]).toMatchObject({
      latencyMs: 1_000,
      content: { name: "Ada 2", word: "[secret]" },
      elicitation: { status: "accepted", settled: { by: "ada", from: "api" } },
    });
    expect(JSON.stringify(entries)).not.toContain("hush");
  });

  it("is found by asker, status, words and time, page by page", async () => {
    const { ada, clock } = await stageWithPast();
    const messages = async (filter: Parameters<typeof ada.history>[0]) =>
      (await ada.history(filter)).entries.map(({ elicitation }) => elicitation.message[0]).join("");
    expect(await messages({ asker: "s0" })).toBe("MP");
    expect(await messages({ status: ["declined"] })).toBe("B");
    expect(await messages({ text: "PAINT" })).toBe("BP");
    expect(await messages({ text: "ada 2" })).toBe("M");
    expect(await messages({ text: "hush" })).toBe("");
    expect(await messages({ from: clock.now() - 2_000 })).toBe("MB");
    expect(await messages({ to: clock.now() - 2_000 })).toBe("P");
    const first = await ada.history({ limit: 2 });
    const second = await ada.history({ limit: 2, ...(first.cursor && { cursor: first.cursor }) });
    expect([first.entries.length, second.entries.length, second.cursor]).toEqual([2, 1, undefined]);
  });

  it("has no formula for spreadsheets that part cells by a semicolon", async () => {
    const { client } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Buy?;=cmd()\n=more()" });
    await client("ada:answer").decline(elicitation.id, { reason: "no;\t@SUM(1)" });
    const csv = await new Response(await client("ada:answer").exportHistory({}, "csv")).text();
    expect(csv).toContain(`"Buy?;'=cmd()\n'=more()"`);
    expect(csv).not.toMatch(/[;\t\n][\s]*[=@]/);
  });

  it("goes into a spreadsheet without formulas, and into a file of JSON", async () => {
    const { ada } = await stageWithPast();
    const csv = await new Response(await ada.exportHistory({}, "csv")).text();
    const lines = csv.trimEnd().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^id,asked_at,/);
    expect(lines[2]).toContain(`"Buy =paint, ""red""?",ada,,api,'=cmd(),`);
    expect(csv).not.toContain("hush");
    const json: unknown = JSON.parse(
      await new Response(await ada.exportHistory({ asker: "s0" }, "json")).text(),
    );
    expect(json).toMatchObject([{ elicitation: { message: "Mow?" } }, { latencyMs: 1_000 }]);
    const none = await new Response(await ada.exportHistory({ asker: "nobody" }, "json")).text();
    expect(JSON.parse(none)).toEqual([]);
  });

  it("is one list of JSON, however much of what is between is not for the caller", async () => {
    const { ada, broker } = await stageWithPast();
    const asker = {
      server: "s",
      method: "m",
      target: undefined,
      client: undefined,
      principalId: "b",
      runId: "r",
    };
    for (let index = 0; index <= 4_000; index++) {
      const creation = await broker.create({ message: "For Bob", audience: "bob", asker });
      if (creation.ok) await broker.withdraw(creation.elicitation.id, "over");
    }
    const json: unknown = JSON.parse(await new Response(await ada.exportHistory({}, "json")).text());
    expect(json).toHaveLength(3);
  });
});

describe("a run", () => {
  it("has what it asked, round by round", async () => {
    const { client } = createStage();
    const asker = client("bot:ask");
    const create = (message: string, group: string) =>
      asker.create({ message, group, asker: { server: "tables", runId: "r1" } });
    const { elicitation } = await create("one", "g1");
    await create("two", "g1");
    await create("three", "g2");
    await asker.create({ message: "other", asker: { runId: "r2" } });
    await client("ada:answer").answer(elicitation.id, {});

    const run = await client("ada:answer").runs.get("r1");

    expect(run).toMatchObject({ runId: "r1", open: 2, asker: { server: "tables" } });
    expect(run.rounds.map((round) => round.map(({ message }) => message))).toEqual([
      ["one", "two"],
      ["three"],
    ]);
    const { runs } = await client("ada:answer").runs.list();
    expect(runs.map(({ runId }) => runId)).toEqual(["r2", "r1"]);
    await expect(client("eve:ask").runs.get("r1")).rejects.toMatchObject({ status: 404 });
  });
});

describe("the samples", () => {
  it("ask for every kind of field, and for an approval, of whoever may answer", async () => {
    const { client } = createStage();
    const samples = await client("ada:answer").sample();
    const kinds = samples.flatMap(({ schema }) =>
      Object.values(schema?.properties ?? {}).map((field) =>
        JSON.stringify([field.type, "format" in field && field.format, "enum" in field, "oneOf" in field]),
      ),
    );
    expect(new Set(kinds).size).toBe(13);
    expect(samples.some(({ schema }) => schema === undefined)).toBe(true);
    // The token of a terminal asks, and the person signed in to the inbox is somebody else to the API.
    expect((await client("bob:answer").list({ tag: "sample" })).elicitations).toHaveLength(samples.length);
    expect((await client("eve:ask").list({ tag: "sample" })).elicitations).toEqual([]);
  });
});
