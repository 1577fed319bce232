// Forms of zod, valibot and arktype schemas.

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { formFromStandard } from "../../../src/core/elicitation/form-from-standard.js";
import type { StandardSchema } from "../../../src/core/standard-schema.js";
import { refusalOf } from "./refusal.js";

const schemaOf = (schema: StandardSchema) => formFromStandard("Fill in.", schema).schema;
const zodField = (schema: z.ZodType) => schemaOf(z.object({ it: schema })).properties.it;

describe("a field of zod", () => {
  it.each<[name: string, schema: z.ZodType, field: object]>([
    ["text", z.string().min(1).max(3), { type: "string", minLength: 1, maxLength: 3 }],
    ["text with a pattern", z.string().regex(/^a$/), { type: "string", pattern: "^a$" }],
    ["an email", z.email(), { type: "string", format: "email" }],
    ["a url", z.url(), { type: "string", format: "uri" }],
    ["a date", z.iso.date(), { type: "string", format: "date" }],
    ["an instant", z.iso.datetime(), { type: "string", format: "date-time" }],
    ["a format that forms do not have", z.cuid2(), { type: "string", pattern: "^[0-9a-z]+$" }],
    ["a number", z.number().min(0.5), { type: "number", minimum: 0.5 }],
    ["a whole number", z.int(), { type: "integer" }],
    ["a bounded whole number", z.int().min(1).max(20), { type: "integer", minimum: 1, maximum: 20 }],
    ["a positive whole number", z.int().gt(0).lt(5), { type: "integer", minimum: 1, maximum: 4 }],
    [
      "two bounds on each side",
      z.int().gt(0).min(3).lt(9).max(20),
      { type: "integer", minimum: 3, maximum: 8 },
    ],
    ["a positive number", z.number().gt(0).multipleOf(2), { type: "number" }],
    ["a boolean", z.boolean().default(false), { type: "boolean", default: false }],
    ["a yes", z.literal(true), { type: "boolean" }],
    ["an enum", z.enum(["a", "b"]).default("b"), { type: "string", enum: ["a", "b"], default: "b" }],
    ["a literal", z.literal("a"), { type: "string", enum: ["a"] }],
    ["literals", z.literal(["a", "b"]), { type: "string", enum: ["a", "b"] }],
    ["a union of literals", z.union([z.literal("a"), z.literal("b")]), { type: "string", enum: ["a", "b"] }],
    [
      "a union of enums",
      z.union([z.enum(["a", "b"]), z.enum(["b", "c"])]),
      { type: "string", enum: ["a", "b", "c"] },
    ],
    [
      "titled literals",
      z.union([z.literal("a").meta({ title: "Alpha" }), z.literal("b")]),
      {
        type: "string",
        oneOf: [
          { const: "a", title: "Alpha" },
          { const: "b", title: "b" },
        ],
      },
    ],
    [
      "several options",
      z
        .array(z.enum(["a", "b"]))
        .min(1)
        .max(2),
      { type: "array", minItems: 1, maxItems: 2, items: { type: "string", enum: ["a", "b"] } },
    ],
    [
      "several titled options",
      z.array(z.union([z.literal("a").meta({ title: "Alpha" })])),
      { type: "array", items: { anyOf: [{ const: "a", title: "Alpha" }] } },
    ],
    [
      "a title",
      z.string().meta({ title: "T", description: "D" }),
      { type: "string", title: "T", description: "D" },
    ],
    ["a description", z.string().describe("D"), { type: "string", description: "D" }],
    ["a default that is falsy", z.string().default(""), { type: "string", default: "" }],
    ["what is transformed", z.string().transform(Number), { type: "string" }],
    ["a default of what comes out", z.string().transform(Number).default(5), { type: "string" }],
    ["a default that does not fit", z.string().min(3).default("x"), { type: "string", minLength: 3 }],
    ["an option that is null", z.literal(["a", null]), { type: "string", enum: ["a"] }],
    ["what may be null", z.string().max(3).nullable(), { type: "string", maxLength: 3 }],
    ["an option or null", z.enum(["a"]).nullable(), { type: "string", enum: ["a"] }],
    [
      "a named schema",
      z.enum(["a"]).meta({ id: "named", title: "T" }),
      { type: "string", enum: ["a"], title: "T" },
    ],
  ])("that is %s is shown as one of MCP", (_name, schema, field) => {
    expect(zodField(schema)).toStrictEqual(field);
  });

  it.each<[name: string, schema: z.ZodType, reason: RegExp]>([
    ["an object", z.object({ a: z.string() }), /is an object or a record, and a form is flat/],
    ["a record", z.record(z.string(), z.string()), /is an object or a record/],
    ["a list of texts", z.array(z.string()), /is a list of something else than options/],
    ["a list of objects", z.array(z.object({})), /is a list of something else than options/],
    ["a union", z.union([z.string(), z.number()]), /is a union of more than options/],
    ["options that are numbers", z.literal([1, 2]), /has options that are not text/],
    ["a number that is fixed", z.literal(1), /has options that are not text/],
    ["anything", z.unknown(), /is of a type that a form cannot show/],
    ["null", z.null(), /is of a type that a form cannot show/],
  ])("that is %s is refused", (_name, schema, reason) => {
    const refusal = refusalOf(() => zodField(schema));
    expect(refusal.code).toBe("invalid-definition");
    expect(refusal.message).toMatch(/^Field it /);
    expect(refusal.message).toMatch(reason);
  });
});

describe("a form of a zod schema", () => {
  it("requires what has neither a default, null nor optional", () => {
    const schema = z.object({
      one: z.string(),
      two: z.string().optional(),
      three: z.string().default("x"),
      four: z.string().nullable(),
      five: z.boolean(),
    });
    expect(schemaOf(schema).required).toEqual(["one", "five"]);
    expect(Object.keys(schemaOf(schema).properties)).toEqual(["one", "two", "three", "four", "five"]);
  });

  it.each<[name: string, schema: z.ZodType]>([
    ["text", z.string()],
    ["a record", z.record(z.string(), z.string())],
    ["a list", z.array(z.enum(["a"]))],
    ["a union of objects", z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
  ])("that is %s is refused", (_name, schema) => {
    expect(refusalOf(() => schemaOf(schema as never)).message).toMatch(/is no object with named fields/);
  });

  it("is refused for what cannot be said in JSON Schema", () => {
    expect(refusalOf(() => schemaOf(z.object({ day: z.date() }))).message).toBe(
      "The schema of a form cannot be said in JSON Schema: Date cannot be represented in JSON Schema",
    );
  });

  it("is refused for names that lose their place", () => {
    expect(refusalOf(() => schemaOf(z.object({ 1: z.string() }))).message).toMatch(/^Field 1 /);
  });

  it("is refused for a credential, unless it is marked; the mark is not sent", () => {
    expect(refusalOf(() => schemaOf(z.object({ apiKey: z.string() }))).code).toBe("credential-field");
    const marked = z.object({ apiKey: z.string().meta({ credential: false }) });
    expect(schemaOf(marked).properties).toStrictEqual({ apiKey: { type: "string" } });
  });

  it("takes what fits the form to the schema, with defaults filled in and nothing that was not asked", () => {
    const schema = z.strictObject({
      name: z.string().transform((name) => name.toUpperCase()),
      seat: z.enum(["in", "out"]).default("in"),
    });
    expect(formFromStandard("Fill in.", schema).check({ name: "ada", more: 1 })).toEqual({
      value: { name: "ADA", seat: "in" },
    });
  });

  it("tells what does not fit the form, and spares the schema", () => {
    const refine = vi.fn(() => true);
    const schema = z.object({ count: z.int().max(3) }).refine(refine);
    expect(formFromStandard("Fill in.", schema).check({ count: "4" })).toEqual({
      problems: [{ path: "count", message: "must be a whole number" }],
    });
    expect(refine).not.toHaveBeenCalled();
  });

  it("tells what refinements find", () => {
    const schema = z
      .object({ from: z.iso.date(), to: z.iso.date() })
      .refine(({ from, to }) => from <= to, { path: ["to"], message: "must not be before the start" });
    const form = formFromStandard("When?", schema);
    expect(form.check({ from: "2026-07-28", to: "2026-07-27" })).toEqual({
      problems: [{ path: "to", message: "must not be before the start" }],
    });
    expect(form.check({ from: "2026-07-28", to: "2026-07-28" })).toMatchObject({ value: {} });
  });

  it("waits for a schema that validates later", async () => {
    const later = toLater(z.object({ name: z.string() }));
    const checked = formFromStandard("Which?", later).check({ name: "Ada" });
    expect(checked).toBeInstanceOf(Promise);
    expect(await checked).toEqual({ value: { name: "Ada" } });
  });

  it("gives null for a field that may be null and was left empty", () => {
    const schema = z.object({ note: z.string().nullable(), more: z.string().nullish() });
    const form = formFromStandard("Anything else?", schema);
    expect(form.check({})).toEqual({ value: { note: null } });
    expect(form.check({ note: "yes" })).toEqual({ value: { note: "yes" } });
  });

  it("asks a default that is made anew again each time", () => {
    let today = "2026-07-28";
    const schema = z.object({ day: z.iso.date().default(() => today) });
    expect(schemaOf(schema).properties.day).toMatchObject({ default: "2026-07-28" });
    today = "2026-07-29";
    expect(schemaOf(schema).properties.day).toMatchObject({ default: "2026-07-29" });
  });
});

/** The same schema, validating a turn later. */
function toLater<S extends StandardSchema>(schema: S): S {
  const standard = schema["~standard"];
  return {
    "~standard": { ...standard, validate: async (value: unknown) => standard.validate(value) },
  } as unknown as S;
}

describe("a form of a valibot schema", () => {
  const schema = toStandardJsonSchema(
    v.object({
      email: v.pipe(v.string(), v.email(), v.title("Email")),
      guests: v.pipe(v.number(), v.integer(), v.minValue(1)),
      seat: v.optional(v.picklist(["in", "out"]), "in"),
      one: v.union([v.literal("a"), v.literal("b")]),
      tags: v.array(v.picklist(["x", "y"])),
      note: v.nullable(v.string()),
      quiet: v.optional(v.boolean(), false),
    }),
  );

  it("has the shapes of MCP", () => {
    expect(schemaOf(schema)).toStrictEqual({
      type: "object",
      properties: {
        email: { type: "string", format: "email", title: "Email" },
        guests: { type: "integer", minimum: 1 },
        seat: { type: "string", enum: ["in", "out"], default: "in" },
        one: { type: "string", enum: ["a", "b"] },
        tags: { type: "array", items: { type: "string", enum: ["x", "y"] } },
        note: { type: "string" },
        quiet: { type: "boolean", default: false },
      },
      required: ["email", "guests", "one", "tags"],
    });
  });

  it("checks answers", () => {
    const content = { email: "ada@example.com", guests: 2, one: "a", tags: ["y"] };
    expect(formFromStandard("Fill in.", schema).check(content)).toEqual({
      value: { ...content, seat: "in", quiet: false, note: null },
    });
  });

  it("needs the wrapper that says it in JSON Schema", () => {
    const bare = v.object({ a: v.string() }) as never;
    expect(refusalOf(() => schemaOf(bare)).message).toMatch(/is a valibot schema .* toStandardJsonSchema/);
  });
});

describe("a form of an arktype schema", () => {
  const schema = type({
    email: "string.email",
    guests: "1 <= number.integer <= 20",
    seat: "'in' | 'out'",
    quiet: "boolean",
    tags: "('x' | 'y')[] > 0",
    "note?": "string | null",
  });

  it("has the shapes of MCP", () => {
    expect(schemaOf(schema)).toStrictEqual({
      type: "object",
      properties: {
        email: { type: "string", format: "email" },
        guests: { type: "integer", minimum: 1, maximum: 20 },
        seat: { type: "string", enum: ["in", "out"] },
        quiet: { type: "boolean" },
        tags: { type: "array", minItems: 1, items: { type: "string", enum: ["x", "y"] } },
        note: { type: "string" },
      },
      required: ["email", "guests", "quiet", "seat", "tags"],
    });
  });

  it("checks answers", () => {
    const content = { email: "ada@example.com", guests: 2, seat: "in", quiet: false, tags: ["y"] };
    expect(formFromStandard("Fill in.", schema).check(content)).toEqual({ value: content });
    const nested = type({ a: { b: "string" } });
    expect(refusalOf(() => schemaOf(nested)).message).toMatch(/^Field a is an object/);
  });
});
