import { describe, expect, test } from "vitest";
import { asker, createStage, question } from "./stage.js";

test("creating again with the same key gives the first one, as it is now", async () => {
  const { broker } = createStage();
  const first = await broker.create(question({ key: "k" }));
  const id = first.ok ? first.elicitation.id : "";
  await broker.settle(id, { action: "decline" });
  const second = await broker.create(question({ key: "k", message: "Other?" }));
  expect(second).toEqual({ ok: true, created: false, elicitation: await broker.get(id) });
  expect((await broker.list()).elicitations).toHaveLength(1);
});

test.each([-1, 0, Number.NaN, 2 ** 70, "30", Infinity, null, -Infinity, {}])(
  "a timeoutMs of %s is refused before anything is written, and disturbs nothing",
  async (timeoutMs) => {
    const { broker, clock } = createStage();
    await broker.create(question({ id: "open", timeoutMs: 1_000 }));
    expect(() => broker.create(question({ timeoutMs: timeoutMs as never }))).toThrowError(
      expect.objectContaining({ code: "invalid-arguments", message: expect.stringContaining("timeoutMs") }),
    );
    expect((await broker.list()).elicitations).toHaveLength(1);
    await clock.advance(1_100);
    expect((await broker.get("open"))?.status).toBe("expired");
  },
);

test.each(["server", "method", "runId"])("an asker without %s is told that it is missing", (name) => {
  const { broker } = createStage();
  expect(() => broker.create(question({ asker: { ...asker, [name]: "" } }))).toThrowError(
    `The asker of an elicitation has no ${name}.`,
  );
});

const long = "x".repeat(70_000);
test.each([
  ["no object", undefined],
  ["an empty message", { message: "  " }],
  ["a message that is no text", { message: 3 }],
  ["a message that is too long", { message: long }],
  ["another mode", { mode: "form" }],
  ["no asker", { asker: undefined }],
  ["an asker without server", { asker: { ...asker, server: "" } }],
  ["an asker without run", { asker: { ...asker, runId: undefined } }],
  ["an asker whose client is no text", { asker: { ...asker, client: 3 } }],
  ["an id with a slash", { id: "a/b" }],
  ["an empty key", { key: "" }],
  ["an audience that is no text", { audience: 3 }],
  ["tags that are no list", { tags: "a" }],
  ["too many tags", { tags: Array.from({ length: 65 }, (_, index) => `t${index}`) }],
  ["a tag that is no text", { tags: [3] }],
  ["a schema that is none", { schema: { type: "array" } }],
  ["a schema with a field of no kind", { schema: { type: "object", properties: { a: { type: "object" } } } }],
  [
    "a secret with a default",
    { schema: { type: "object", properties: { a: { type: "secret", default: "x" } } } },
  ],
  [
    "a secret of who knows how many lines",
    { schema: { type: "object", properties: { a: { type: "secret", multiline: "yes" } } } },
  ],
  ["a file without bounds", { schema: { type: "object", properties: { a: { type: "file" } } } }],
  ["a schema that is a circle", { schema: circle() }],
  ["a size limit of 0", { maxAnswerBytes: 0 }],
  ["a url that is not in the mode url", { url: "https://example.com" }],
  ["the mode url without a url", { schema: undefined, mode: "url" }],
  ["the mode url with a form", { mode: "url", url: "https://example.com" }],
  ["a url that is relative", { schema: undefined, mode: "url", url: "/a" }],
  ["a url of a file", { schema: undefined, mode: "url", url: "file:///etc/passwd" }],
  ["a url of a script", { schema: undefined, mode: "url", url: "javascript:alert(1)" }],
  ["a url with a password", { schema: undefined, mode: "url", url: "https://a:b@example.com" }],
  ["a lease that nobody holds", { lease: "nobody" }],
])("%s is refused, and nothing is kept", async (_, fields) => {
  const { broker } = createStage();
  const given = (fields === undefined ? undefined : { ...question(), ...fields }) as never;
  await expect((async () => broker.create(given))()).rejects.toMatchObject({ code: "invalid-arguments" });
  expect((await broker.list()).elicitations).toEqual([]);
});

function circle(): unknown {
  const schema: Record<string, unknown> = { type: "object" };
  schema.properties = schema;
  return schema;
}

test("no id begins with a dash, which command lines would take for an option", async () => {
  const { broker } = createStage();
  for (let count = 0; count < 2_000; count += 1) await broker.create(question());
  let cursor: string | undefined;
  do {
    const page = await broker.list({}, { limit: 500, ...(cursor && { cursor }) });
    expect(page.elicitations.filter(({ id }) => id.startsWith("-"))).toEqual([]);
    cursor = page.cursor;
  } while (cursor !== undefined);
});

test("a schema is kept as it was when it was asked with", async () => {
  const { broker } = createStage();
  const schema = { type: "object" as const, properties: { a: { type: "string" as const, title: "A" } } };
  await broker.create(question({ id: "one", schema }));
  schema.properties.a.title = "B";
  await broker.create(question({ id: "two", schema }));
  const titleOf = async (id: string) => (await broker.get(id))?.schema?.properties.a?.title;
  expect([await titleOf("one"), await titleOf("two")]).toEqual(["A", "B"]);
});

test("[acceptance 42] a list shows what passes the filter, page after page, and refuses a cursor of none", async () => {
  const { broker } = createStage();
  for (let index = 0; index < 25; index += 1) {
    await broker.create(question({ id: `e${index}`, tags: [index % 2 ? "odd" : "even"], audience: "ada" }));
  }
  await broker.settle("e1", { action: "cancel" }, { by: "ada" });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await broker.list(
      { status: ["pending"], tag: "odd" },
      { limit: 5, ...(cursor && { cursor }) },
    );
    seen.push(...page.elicitations.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 11 }, (_, index) => `e${2 * index + 3}`));
  expect((await broker.list({ audience: "bob" })).elicitations).toEqual([]);
  expect((await broker.list({ asker: "tables", status: ["cancelled"] })).elicitations).toHaveLength(1);
  expect(() => broker.list({}, { cursor: "forged" })).toThrowError(/cursor/);
  expect(() => broker.list({}, { limit: 0 })).toThrowError(/limit/);
});

test("[C17, acceptance 45] with limits a principal may ask so often and no more, and is told how long to wait", async () => {
  const { broker, clock } = createStage({ limits: { perMinute: 10 } });
  const ask = (principalId: string) => broker.create(question({ asker: { ...asker, principalId } }));
  const asked = await Promise.all(Array.from({ length: 12 }, () => ask("ada")));
  expect(asked.filter(({ ok }) => ok)).toHaveLength(10);
  expect(asked.at(-1)).toEqual({ ok: false, reason: "limited", retryAfterMs: 6_000 });
  expect(await ask("bob")).toMatchObject({ ok: true });
  await clock.advance(6_000);
  expect([await ask("ada"), await ask("ada")]).toMatchObject([{ ok: true }, { ok: false }]);
});

test("a principal may ask ten times at once when nothing is said of limits, and without end when they are off", async () => {
  const asked = async (limits: false | undefined): Promise<number> => {
    const { broker } = createStage({ limits: limits as false });
    const all = await Promise.all(Array.from({ length: 200 }, () => broker.create(question())));
    return all.filter(({ ok }) => ok).length;
  };
  expect([await asked(undefined), await asked(false)]).toEqual([10, 200]);
});

describe.each([
  ["somebody", "ada"],
  ["nobody who is known", undefined],
])("for %s", (_who, principalId) => {
  const asked = (id: string) => question({ id, asker: { ...asker, principalId } });

  test("creating again what is there costs nothing of the limits", async () => {
    const { broker } = createStage({ limits: { perMinute: 1 } });
    for (let times = 0; times < 5; times += 1)
      expect(await broker.create(asked("e"))).toMatchObject({ ok: true, created: times === 0 });
    expect(await broker.create(asked("f"))).toMatchObject({ ok: false });
  });

  test("no more than so many are open at once until one is settled", async () => {
    const { broker } = createStage({ limits: { perMinute: 1_000, maxOpen: 2 } });
    await broker.create(asked("a"));
    await broker.create(asked("b"));
    expect(await broker.create(asked("c"))).toMatchObject({ reason: "limited", retryAfterMs: 30_000 });
    await broker.settle("a", { action: "cancel" });
    expect(await broker.create(asked("c"))).toMatchObject({ ok: true });
  });
});

test.each([
  { perMinute: 0 },
  { perMinute: Number.NaN },
  { burst: 0 },
  { maxOpen: 0 },
  { perMinute: "10" as never },
])("limits of %j are refused", (limits) => {
  expect(() => createStage({ limits })).toThrowError(expect.objectContaining({ code: "invalid-option" }));
});

test.each(["maxAnswerBytes", "retentionMs", "leaseMs", "sweepMs", "rereadMs"])(
  "a %s that is no number is refused",
  (name) => {
    expect(() => createStage({ [name]: Number.NaN })).toThrowError(
      expect.objectContaining({ code: "invalid-option" }),
    );
  },
);

test("who asks is kept as it was said, whatever becomes of what was given", async () => {
  const { broker } = createStage();
  const given = { ...asker, origin: "https://tables.example", arguments: { day: "monday" } };
  const said = structuredClone(given);
  const creation = await broker.create(question({ id: "one", asker: given }));
  expect(creation).toMatchObject({ elicitation: { asker: said } });
  given.client = "somebody else";
  given.arguments.day = "sunday";
  expect(await broker.get("one")).toMatchObject({ asker: said });
  const settled = await broker.settle("one", { action: "accept", content: { guests: 2 } });
  expect(settled).toMatchObject({ ok: true, elicitation: { asker: said } });
});

test("what is shown of an elicitation changes nothing when somebody writes into it", async () => {
  const { broker } = createStage();
  await broker.create(question({ id: "one", asker: { ...asker, arguments: { day: "monday" } } }));
  const shown = await broker.get("one");
  expect(() => Object.assign(shown?.asker.arguments ?? {}, { day: "sunday" })).toThrow(TypeError);
  expect(await broker.get("one")).toMatchObject({ asker: { arguments: { day: "monday" } } });
});
