// The types of what forms and pages give back. Checked by tsc; nothing here asks anybody.

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";
import type { FormContent } from "../../src/core/elicitation/answer.js";
import { field } from "../../src/core/elicitation/field.js";
import { form } from "../../src/core/elicitation/form.js";
import { formFromSchema } from "../../src/core/elicitation/form-from-schema.js";
import { formFromStandard } from "../../src/core/elicitation/form-from-standard.js";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { formOf } from "../../src/core/elicitation/form-source.js";
import type { Form, Question, UrlPage } from "../../src/core/elicitation/question.js";
import { url } from "../../src/core/elicitation/url.js";

/** The content that a form or page gives back. */
type ContentOf<Q> = Q extends Question<infer Content> ? Content : never;
const contentOf = <Q>(_question: Q): ContentOf<Q> => undefined as ContentOf<Q>;

const flag = (): boolean => Date.now() > 0;

describe("the content of a form of fields", () => {
  it("has a member for each field of its kind", () => {
    const asked = form("Fill in.", {
      text: field.string({ title: "Text", maxLength: 3, pattern: /a/, format: "email" }),
      number: field.number({ minimum: 0.5 }),
      integer: field.integer(),
      boolean: field.boolean(),
      titled: field.choice({ options: { in: "Inside", out: "Terrace" } }),
      untitled: field.choice({ options: ["a", "b"] }),
      severalTitled: field.choices({ options: { in: "Inside", out: "Terrace" }, min: 1 }),
      several: field.choices({ options: ["a", "b"], max: 1 }),
      numbered: field.choice({ options: { 1: "One", 2: "Two" } }),
    });
    expectTypeOf(contentOf(asked)).toEqualTypeOf<{
      text: string;
      number: number;
      integer: number;
      boolean: boolean;
      titled: "in" | "out";
      untitled: "a" | "b";
      severalTitled: ("in" | "out")[];
      several: ("a" | "b")[];
      numbered: "1" | "2";
    }>();
  });

  it("may lack what is optional", () => {
    const asked = form("Fill in.", {
      there: field.string(),
      text: field.string({ optional: true }),
      number: field.number({ optional: true }),
      integer: field.integer({ optional: true }),
      boolean: field.boolean({ optional: true }),
      choice: field.choice({ options: ["a"], optional: true }),
      choices: field.choices({ options: ["a"], optional: true }),
      said: field.string({ optional: false }),
      perhaps: field.string({ optional: flag() }),
    });
    expectTypeOf(contentOf(asked)).toEqualTypeOf<{
      there: string;
      text?: string;
      number?: number;
      integer?: number;
      boolean?: boolean;
      choice?: "a";
      choices?: "a"[];
      said: string;
      perhaps?: string;
    }>();
  });

  it("has what has a default, optional or not", () => {
    const asked = form("Fill in.", {
      text: field.string({ optional: true, default: "" }),
      number: field.number({ optional: true, default: 0 }),
      boolean: field.boolean({ optional: true, default: false }),
      seat: field.choice({ options: { in: "Inside", out: "Terrace" }, default: "in" }),
      tags: field.choices({ options: ["a", "b"], optional: true, default: ["a"] }),
    });
    expectTypeOf(contentOf(asked)).toEqualTypeOf<{
      text: string;
      number: number;
      boolean: boolean;
      seat: "in" | "out";
      tags: ("a" | "b")[];
    }>();
  });

  it("knows options that are not written in place as text", () => {
    const names: readonly string[] = ["a"];
    const titles: Record<string, string> = { a: "A" };
    const asked = form("Which?", {
      name: field.choice({ options: names }),
      title: field.choice({ options: titles }),
    });
    expectTypeOf(contentOf(asked)).toEqualTypeOf<{ name: string; title: string }>();
  });

  it("of no fields is empty", () => {
    const approval = () => form("Sure?", {});
    expectTypeOf<keyof ContentOf<ReturnType<typeof approval>>>().toEqualTypeOf<never>();
  });

  it("is not made of options that a kind does not have", () => {
    // @ts-expect-error a string has no minimum
    field.string({ minimum: 1 });
    // @ts-expect-error an unknown option
    field.boolean({ maxlength: 3 });
    // @ts-expect-error an unknown format
    field.string({ format: "uuid" });
    // @ts-expect-error the default is none of the options
    field.choice({ options: ["a", "b"], default: "c" });
    // @ts-expect-error the default has one that is none of the options
    field.choices({ options: { a: "A" }, default: ["c"] });
    // @ts-expect-error a default of another type
    field.integer({ default: "1" });
    // @ts-expect-error no options
    field.choice({});
    // @ts-expect-error credential can only be denied
    field.string({ credential: true });
    // @ts-expect-error a schema is no field
    () => form("Fill in.", { a: z.string() });
  });
});

describe("the content of a form of a schema", () => {
  it("is what zod puts out", () => {
    const schema = z.object({
      day: z.string(),
      count: z.number().default(1),
      when: z.string().transform(Number),
      note: z.string().nullable(),
      seat: z.enum(["in", "out"]).optional(),
    });
    expectTypeOf(contentOf(formFromStandard("Fill in.", schema))).toEqualTypeOf<{
      day: string;
      count: number;
      when: number;
      note: string | null;
      seat?: "in" | "out" | undefined;
    }>();
  });

  it("is what valibot puts out", () => {
    const schema = toStandardJsonSchema(
      v.object({ day: v.string(), count: v.optional(v.number(), 1), seat: v.picklist(["in", "out"]) }),
    );
    expectTypeOf(contentOf(formFromStandard("Fill in.", schema))).toEqualTypeOf<{
      day: string;
      count: number;
      seat: "in" | "out";
    }>();
  });

  it("is what arktype puts out", () => {
    const schema = type({ day: "string", "count?": "number", seat: "'in' | 'out'" });
    expectTypeOf(contentOf(formFromStandard("Fill in.", schema))).toEqualTypeOf<{
      day: string;
      count?: number;
      seat: "in" | "out";
    }>();
  });

  it("is read from a plain form schema that is written in place", () => {
    const asked = formFromSchema("Fill in.", {
      type: "object",
      properties: {
        text: { type: "string", format: "email" },
        count: { type: "integer" },
        price: { type: "number", default: 0 },
        dry: { type: "boolean" },
        untitled: { type: "string", enum: ["a", "b"] },
        named: { type: "string", enum: ["a", "b"], enumNames: ["A", "B"] },
        titled: { type: "string", oneOf: [{ const: "in", title: "Inside" }] },
        several: { type: "array", items: { type: "string", enum: ["a", "b"] } },
        severalTitled: { type: "array", items: { anyOf: [{ const: "in", title: "Inside" }] }, default: [] },
      },
      required: ["text", "untitled", "titled"],
    });
    expectTypeOf(contentOf(asked)).toEqualTypeOf<{
      text: string;
      count?: number;
      price: number;
      dry?: boolean;
      untitled: "a" | "b";
      named?: "a" | "b";
      titled: "in";
      several?: ("a" | "b")[];
      severalTitled: "in"[];
    }>();
  });

  it("is any content where the schema is only known at run time", () => {
    const schema: FormSchema = { type: "object", properties: {} };
    expectTypeOf(contentOf(formFromSchema("Fill in.", schema))).toEqualTypeOf<FormContent>();
  });

  it("is not read from a schema that is no form", () => {
    const nested = { type: "object", properties: { a: { type: "object", properties: {} } } } as const;
    // @ts-expect-error a form is flat
    () => formFromSchema("Fill in.", nested);
  });
});

describe("a form of any source", () => {
  it("has the content of its source", () => {
    const fields = formOf("Fill in.", { a: field.choice({ options: ["x"] }) });
    expectTypeOf(fields).toEqualTypeOf<Form<{ a: "x" }>>();
    const standard = formOf("Fill in.", z.object({ a: z.int() }));
    expectTypeOf(standard).toEqualTypeOf<Form<{ a: number }>>();
    const plain = formOf("Fill in.", {
      type: "object",
      properties: { a: { type: "string", enum: ["x"] } },
      required: ["a"],
    });
    expectTypeOf(plain).toEqualTypeOf<Form<{ a: "x" }>>();
  });
});

describe("what a page gives back", () => {
  it("is undefined without a source", () => {
    expectTypeOf(url("Pay.", "https://example.com")).toEqualTypeOf<UrlPage<undefined>>();
    expectTypeOf(url("Pay.", (id) => `https://example.com/${id}`, {})).toEqualTypeOf<UrlPage<undefined>>();
  });

  it("is the content of fields, a Standard Schema or a plain schema", () => {
    const HREF = "https://example.com";
    const fields = url("Pay.", HREF, {
      content: { cents: field.integer(), tip: field.integer({ optional: true }) },
    });
    expectTypeOf(fields).toEqualTypeOf<UrlPage<{ cents: number; tip?: number }>>();
    const zod = url("Pay.", HREF, { content: z.object({ cents: z.int().transform(String) }) });
    expectTypeOf(zod).toEqualTypeOf<UrlPage<{ cents: string }>>();
    const arktype = url("Pay.", HREF, { content: type({ cents: "number" }) });
    expectTypeOf(arktype).toEqualTypeOf<UrlPage<{ cents: number }>>();
    const plain = url("Pay.", HREF, {
      content: { type: "object", properties: { paid: { type: "boolean" } }, required: ["paid"] },
    });
    expectTypeOf(plain).toEqualTypeOf<UrlPage<{ paid: boolean }>>();
  });
});
