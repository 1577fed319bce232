// Strings that SQLite cannot keep as they are.

import fc from "fast-check";
import { expect, it } from "vitest";
import { createSqliteEngine } from "../../../src/engines/sqlite/index.js";
import { fromSqliteText, toSqliteText } from "../../../src/engines/sqlite/text.js";
import { temporaryFile } from "./temporary-file.js";

/** Any string of JavaScript, with those characters in it that matter here. */
const anything = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      "\0",
      "\u0001",
      "\u0002",
      "\u0003",
      "\n",
      "a",
      "0",
      "é",
      "\ud800",
      "\udfff",
      "\u{10ffff}",
    ),
    fc.string({ minLength: 1, maxLength: 1, unit: "binary" }),
  ),
});

it("any string comes back as it was", () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(fromSqliteText(toSqliteText(text))).toBe(text);
    }),
  );
});

it("what is kept has neither NUL nor half a character", () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(toSqliteText(text)).not.toMatch(/\0|\p{Cs}/u);
    }),
  );
});

it("control characters keep their place in the order", () => {
  const characters = ["\0", "\u0001", "\u0002", "\u0003", "a"];
  const keys = characters.flatMap((first) => ["", ...characters].map((second) => first + second)).sort();
  expect(keys.map(toSqliteText).sort().map(fromSqliteText)).toEqual(keys);
});

it("keys that differ behind a NUL are different records, and bodies are whole", async () => {
  const engine = createSqliteEngine({ path: temporaryFile() });
  const keys = ["a\0", "a\0b", "a\0c", "a\ud800"];
  for (const key of keys) await engine.records.put(key, `value ${key}`, { ifVersion: 0 });
  for (const key of keys) expect((await engine.records.get(key))?.value).toBe(`value ${key}`);
  expect((await engine.records.list("a\0", undefined, 10)).map(({ key }) => key)).toEqual(keys.slice(0, 3));
  await engine.close();
});

it.each([[true], [10n], [{}], [Number.NaN]])(
  "the value %s is refused, and the process goes on",
  async (value) => {
    const engine = createSqliteEngine({ path: temporaryFile() });
    await expect(engine.records.put("k", value as unknown as string)).rejects.toMatchObject({
      code: "invalid-arguments",
    });
    expect(await engine.records.put("k", "text")).toBeGreaterThan(0);
    await engine.close();
  },
);

it("an elicitation whose body is no text is refused", async () => {
  const engine = await createSqliteEngine({ path: temporaryFile() });
  const record = {
    id: "a",
    key: "a",
    mode: "inline",
    status: "pending",
    audience: undefined,
    asker: "server",
    principal: undefined,
    lease: undefined,
    run: undefined,
    tags: [],
    createdAt: 1,
    expiresAt: undefined,
    forgetAt: undefined,
    version: 1,
    body: { asked: "this" },
    outcome: undefined,
  } as const;
  await expect((async () => engine.elicitations.create(record))()).rejects.toMatchObject({
    code: "invalid-arguments",
  });
  expect(await engine.elicitations.get("a")).toBeUndefined();
  await engine.close();
});
