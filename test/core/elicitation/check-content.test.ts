// The content of an answer, held against its form.

import { describe, expect, it } from "vitest";
import { checkContent } from "../../../src/core/elicitation/check-content.js";
import type { FieldSchema, FormSchema } from "../../../src/core/elicitation/form-schema.js";

const formWith = (field: FieldSchema): FormSchema => ({
  type: "object",
  properties: { it: field },
  required: ["it"],
});

const problemWith = (field: FieldSchema, value: unknown): string | undefined => {
  const { problems } = checkContent(formWith(field), { it: value });
  return problems?.map(({ path, message }) => `${path} ${message}`).join("; ");
};

const string = { type: "string" } as const;
const titled: FieldSchema = {
  type: "string",
  oneOf: [
    { const: "in", title: "Inside" },
    { const: "out", title: "Terrace" },
  ],
};
const several: FieldSchema = { type: "array", items: { type: "string", enum: ["a", "b", "c"] } };
const severalTitled: FieldSchema = {
  type: "array",
  items: {
    anyOf: [
      { const: "a", title: "Alpha" },
      { const: "b", title: "Beta" },
    ],
  },
};

describe("a pattern", () => {
  it("that tries for ages is given up, for all fields of a form together (rule 1)", () => {
    const evil = { type: "string", pattern: "^(a+)+$" } as const;
    const names = Array.from({ length: 50 }, (_, index) => `f${index}`);
    const schema: FormSchema = {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, evil])),
    };
    const text = `${"a".repeat(60)}!`;
    const begun = performance.now();
    const { problems } = checkContent(schema, Object.fromEntries(names.map((name) => [name, text])));
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(problems?.[0]).toEqual({
      path: "f0",
      message: "cannot be held against its pattern, which takes too long",
    });
  });

  it("with groups is held against texts of any kind", () => {
    const version = { type: "string", pattern: "^(\\d+\\.)*\\d+$" } as const;
    expect(checkContent(formWith(version), { it: "1.22.333" }).problems).toBeUndefined();
    expect(checkContent(formWith(version), { it: "1..2" }).problems).toHaveLength(1);
  });

  const check = (field: object, text: string) =>
    checkContent({ type: "object", properties: { it: { type: "string", ...field } } } as FormSchema, {
      it: text,
    }).problems;

  it("is not tried on more than 10,000 characters, unless the field allows them", () => {
    const text = "a".repeat(10_001);
    expect(check({ pattern: "^a*$" }, text)).toEqual([
      { path: "it", message: "must have at most 10000 characters" },
    ]);
    expect(check({ pattern: "^a*$" }, text.slice(1))).toBeUndefined();
    expect(check({ pattern: "^a*$", maxLength: 20_000 }, text)).toBeUndefined();
  });
});

describe("a value", () => {
  it.each<[field: FieldSchema, value: unknown, problem: string]>([
    [string, 1, "it must be text"],
    [string, null, "it must be text"],
    [string, ["a"], "it must be text"],
    [{ ...string, minLength: 2 }, "a", "it must have at least 2 characters"],
    [{ ...string, minLength: 1 }, "", "it must have at least 1 character"],
    [{ ...string, maxLength: 2 }, "abc", "it must have at most 2 characters"],
    [{ ...string, maxLength: 0 }, "a", "it must have at most 0 characters"],
    [{ ...string, minLength: 2 }, "😀", "it must have at least 2 characters"],
    [{ ...string, maxLength: 1 }, "😀a", "it must have at most 1 character"],
    [{ ...string, pattern: "^a+$" }, "ab", "it must match the pattern ^a+$"],
    [{ ...string, pattern: "^.$" }, "ab", "it must match the pattern ^.$"],
    [
      { ...string, pattern: "^[A-Z]{3}$", description: "Three letters, such as ABC" },
      "ab",
      "it must be as described: Three letters, such as ABC",
    ],
    [{ ...string, format: "email" }, "ada", "it must be an email address such as ada@example.com"],
    [{ ...string, format: "uri" }, "page", "it must be a whole address such as https://example.com/page"],
    [{ ...string, format: "date" }, "2026-02-29", "it must be a date such as 2026-07-28"],
    [
      { ...string, format: "date-time" },
      "2026-02-28T10:00",
      "it must be a date and time with its zone such as 2026-07-28T15:30:00Z",
    ],
    [{ type: "number" }, "1", "it must be a number"],
    [{ type: "number" }, Number.NaN, "it must be a number"],
    [{ type: "number" }, Number.POSITIVE_INFINITY, "it must be a number"],
    [{ type: "number" }, true, "it must be a number"],
    [{ type: "number", minimum: 1 }, 0.99, "it must be at least 1"],
    [{ type: "number", maximum: 1 }, 1.01, "it must be at most 1"],
    [{ type: "integer" }, 1.5, "it must be a whole number"],
    [{ type: "integer" }, "1", "it must be a whole number"],
    [{ type: "integer", minimum: 0 }, -1, "it must be at least 0"],
    [{ type: "boolean" }, "true", "it must be true or false"],
    [{ type: "boolean" }, 1, "it must be true or false"],
    [{ type: "string", enum: ["a", "b"] }, "c", "it must be one of: a, b"],
    [{ type: "string", enum: ["a", "b"] }, 1, "it must be one of: a, b"],
    [
      { type: "string", enum: ["a", "b"], enumNames: ["Alpha", "Beta"] },
      "Alpha",
      "it must be one of: Alpha, Beta",
    ],
    [titled, "Inside", "it must be one of: Inside, Terrace"],
    [several, "a", "it must be a list of choices"],
    [several, { 0: "a" }, "it must be a list of choices"],
    [several, ["a", "d"], "it must have only choices among: a, b, c"],
    [several, [1], "it must have only choices among: a, b, c"],
    [several, ["a", "a"], "it must not have the same choice twice"],
    [{ ...several, minItems: 2 }, ["a"], "it must have at least 2 choices"],
    [{ ...several, maxItems: 1 }, ["a", "b"], "it must have at most 1 choice"],
    [severalTitled, ["c"], "it must have only choices among: Alpha, Beta"],
  ])("of %j that is %j is told that %s", (field, value, problem) => {
    expect(problemWith(field, value)).toBe(problem);
  });

  it.each<[field: FieldSchema, value: unknown]>([
    [string, ""],
    [{ ...string, minLength: 2, maxLength: 2 }, "😀😀"],
    [{ ...string, pattern: "^.$" }, "😀"],
    [{ ...string, pattern: "a" }, "xax"],
    [{ type: "integer", minimum: 1, maximum: 1 }, 1.0],
    [{ type: "integer" }, 1e21],
    [{ type: "number" }, -0.5],
    [{ type: "boolean" }, false],
    [{ type: "string", enum: ["a", ""] }, ""],
    [titled, "in"],
    [several, []],
    [several, ["c", "a"]],
    [severalTitled, ["b"]],
  ])("of %j may be %j", (field, value) => {
    expect(checkContent(formWith(field), { it: value })).toEqual({ value: { it: value } });
  });

  it("of a number that is -0 is 0, as a journal gives it back", () => {
    expect(checkContent(formWith({ type: "number" }), { it: -0 })).toEqual({ value: { it: 0 } });
  });

  it("is told no more than ten options", () => {
    const options = Array.from({ length: 12 }, (_, index) => `o${index}`);
    expect(problemWith({ type: "string", enum: options }, "x")).toBe(
      "it must be one of: o0, o1, o2, o3, o4, o5, o6, o7, o8, o9 or 2 more",
    );
  });

  it("passes a pattern from elsewhere that is no regular expression", () => {
    expect(problemWith({ ...string, pattern: "(" }, "x")).toBeUndefined();
  });
});

describe("content", () => {
  const form: FormSchema = {
    type: "object",
    properties: {
      name: { type: "string" },
      note: { type: "string" },
      count: { type: "integer", default: 0 },
      tags: { ...several, default: ["a"] },
    },
    required: ["name", "count"],
  };

  it("takes the defaults of absent fields, in the order of the form", () => {
    const checked = checkContent(form, { tags: ["b"], name: "Ada" });
    expect(checked).toEqual({ value: { name: "Ada", count: 0, tags: ["b"] } });
    expect("value" in checked && Object.keys(checked.value)).toEqual(["name", "count", "tags"]);
  });

  it("takes a default for what is undefined, and not for what is null", () => {
    expect(checkContent(form, { name: "Ada", count: undefined })).toMatchObject({ value: { count: 0 } });
    expect(checkContent(form, { name: "Ada", count: null })).toEqual({
      problems: [{ path: "count", message: "must be a whole number" }],
    });
  });

  it("gets a default list of its own", () => {
    const checked = checkContent(form, { name: "Ada" });
    if (!("value" in checked)) throw new Error("There were problems.");
    (checked.value.tags as string[]).push("changed");
    expect(checkContent(form, { name: "Ada" })).toMatchObject({ value: { tags: ["a"] } });
  });

  it("loses what was not asked", () => {
    const content = JSON.parse('{"name":"Ada","other":{"deep":1},"__proto__":{"polluted":true}}');
    const checked = checkContent(form, content);
    expect(checked).toStrictEqual({ value: { name: "Ada", count: 0, tags: ["a"] } });
    expect(Object.getPrototypeOf("value" in checked && checked.value)).toBe(Object.prototype);
  });

  it("has only its own members", () => {
    const inherited = Object.create({ name: "Ada" });
    expect(checkContent(form, inherited)).toEqual({ problems: [{ path: "name", message: "is required" }] });
  });

  it("that is absent is empty", () => {
    expect(checkContent({ type: "object", properties: {} }, undefined)).toEqual({ value: {} });
    expect(checkContent(form, undefined)).toEqual({ problems: [{ path: "name", message: "is required" }] });
  });

  it.each([null, "text", 1, true, [[]], ["name"]])("that is %j is told what it must be", (content) => {
    expect(checkContent(form, content)).toEqual({
      problems: [{ path: "", message: "must be an object of values by field" }],
    });
  });

  it("is told everything that is wrong, in the order of the form", () => {
    expect(checkContent(form, { count: "x", tags: ["x"] })).toEqual({
      problems: [
        { path: "name", message: "is required" },
        { path: "count", message: "must be a whole number" },
        { path: "tags", message: "must have only choices among: a, b, c" },
      ],
    });
  });

  it("is told no more than twenty problems", () => {
    const names = Array.from({ length: 30 }, (_, index) => `f${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, string]));
    const { problems } = checkContent({ type: "object", properties, required: names }, {});
    expect(problems).toHaveLength(21);
    expect(problems?.at(-1)).toEqual({ path: "", message: "and 10 more problems" });
  });
});
