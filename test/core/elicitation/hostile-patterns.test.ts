// Patterns of strangers: reading one cannot be interrupted, so that its length and their number are bounded.

import { describe, expect, test } from "vitest";
import { readFormSchema } from "../../../src/client/read-form-schema.js";
import { checkContent } from "../../../src/core/elicitation/check-content.js";
import { formFromSchema } from "../../../src/core/elicitation/form-from-schema.js";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";

/** Each of these classes has hundreds of ranges, which are written out when the pattern is read. No two are the same. */
let salt = 0;
const slowToRead = (characters: number): string =>
  `${salt++}?`.padEnd(10, "b?").concat("\\p{L}".repeat(Math.floor((characters - 10) / 5)));

/** A pattern of a few letters that tries for ages. */
const EVIL = "^(a+)+$";
const EVIL_TEXT = `${"a".repeat(60)}!`;

const schemaOf = (count: number, field: (index: number) => object): FormSchema =>
  ({
    type: "object",
    properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, field(index)])),
  }) as FormSchema;

/** Without the limits each of these takes many seconds. */
const STALL_MS = 3_000;

function timed<T>(work: () => T): T {
  const begun = performance.now();
  try {
    return work();
  } finally {
    expect(performance.now() - begun).toBeLessThan(STALL_MS);
  }
}

/** Its names only: nobody wants to read such a pattern in a report. */
const keywordsOf = (field: object | undefined): readonly string[] => Object.keys(field ?? {});

const refused = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was refused";
};

describe("a pattern that takes ages to read", () => {
  const one = (): FormSchema => schemaOf(1, () => ({ type: "string", pattern: slowToRead(200_000) }));

  test("is refused where it is asked with, before it is read", () => {
    expect(timed(() => refused(() => formFromSchema("?", one())))).toContain(
      "which is not a regular expression of at most 1000 characters that works with the flag u",
    );
  });

  test("is not read when an answer is held against it", () => {
    expect(timed(() => checkContent(one(), { f0: "abc" })).problems).toEqual([
      { path: "f0", message: "cannot be held against its pattern, which takes too long" },
    ]);
  });

  test("is left out of what a server sends, which holds the answer against it itself", () => {
    expect(keywordsOf(timed(() => readFormSchema(one())).properties.f0)).toEqual(["type"]);
  });
});

describe("many patterns that each take a while to read", () => {
  const many = (): FormSchema => schemaOf(250, () => ({ type: "string", pattern: slowToRead(1_000) }));

  test("are refused together", () => {
    expect(timed(() => refused(() => formFromSchema("?", many())))).toMatch(
      /^Field f\d+ has a pattern, and those of its form take too long to read\.$/,
    );
  });

  test("are given up together when an answer is held against them", () => {
    const schema = many();
    const content = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, "0"]));

    const { problems } = timed(() => checkContent(schema, content));
    expect(problems?.map(({ message }) => message)).toContain(
      "cannot be held against its pattern, which takes too long",
    );
  });

  test("are left out of what a server sends once the time for all of them is over", () => {
    expect(keywordsOf(timed(() => readFormSchema(many())).properties.f249)).toEqual(["type"]);
  });
});

test("patterns that try their defaults for ages are given up together, however a server writes its fields", () => {
  // What a form of MCP has not, so that the field is read freely.
  const loose = { type: "string", pattern: EVIL, default: EVIL_TEXT, examples: [] };
  const { properties } = timed(() => readFormSchema(schemaOf(100, () => loose)));

  expect(keywordsOf(properties.f0)).toEqual(["type", "pattern"]);
  expect(keywordsOf(properties.f99)).toEqual(["type", "default"]);
});

test("a pattern of a sensible length is read and held against answers", () => {
  const pattern = `^(?:${Array.from({ length: 90 }, (_, index) => `code-${index}`).join("|")})$`;
  const schema = schemaOf(10, () => ({ type: "string", pattern }));

  expect(refused(() => formFromSchema("?", schema))).toBe("nothing was refused");
  expect(checkContent(schema, { f0: "code-89" }).problems).toBeUndefined();
  expect(checkContent(schema, { f0: "code-90" }).problems).toHaveLength(1);
});
