// Plain MCP form schemas: sent as they are, and checked to be what they should.

import { describe, expect, it } from "vitest";
import { formFromSchema } from "../../../src/core/elicitation/form-from-schema.js";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { refusalOf } from "./refusal.js";

const build = (schema: unknown) => formFromSchema("Fill in.", schema as FormSchema);
const buildField = (field: unknown) => build({ type: "object", properties: { it: field } });

describe("a plain form schema", () => {
  const shapes = {
    string: { type: "string", title: "S", minLength: 1, maxLength: 3, pattern: "^a", format: "email" },
    number: { type: "number", minimum: 0.5, maximum: 1, default: 0.5 },
    boolean: { type: "boolean", default: false },
    untitled: { type: "string", enum: ["a", "b"], default: "a" },
    titled: { type: "string", oneOf: [{ const: "a", title: "A" }] },
    untitledSeveral: { type: "array", items: { type: "string", enum: ["a"] }, minItems: 0, default: [] },
    titledSeveral: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] }, maxItems: 1 },
    named: { type: "string", enum: ["a"], enumNames: ["A"] },
  } as const;

  it("of all eight shapes is sent as it is", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: shapes,
      required: ["string"],
    } as const;
    expect(formFromSchema("Fill in.", schema).schema).toBe(schema);
  });

  it("checks answers", () => {
    const form = formFromSchema("Fill in.", {
      type: "object",
      properties: { named: shapes.named, untitled: shapes.untitled },
      required: ["named"],
    });
    expect(form.check({ named: "a", more: 1 })).toEqual({ value: { named: "a", untitled: "a" } });
    expect(form.check({ named: "A" })).toEqual({
      problems: [{ path: "named", message: "must be one of: A" }],
    });
  });

  it.each<[schema: unknown, message: RegExp]>([
    [undefined, /is not \{ type: "object", properties/],
    [[], /is not \{ type: "object", properties/],
    [{ type: "object" }, /is not \{ type: "object", properties/],
    [{ type: "string", properties: {} }, /is not \{ type: "object", properties/],
    [{ type: "object", properties: [] }, /is not \{ type: "object", properties/],
    [{ type: "object", properties: {}, additionalProperties: false }, /has additionalProperties, which/],
    [{ type: "object", properties: {}, $schema: 1 }, /has a \$schema that is no text/],
    [{ type: "object", properties: {}, required: "a" }, /has a required that is no list/],
    [{ type: "object", properties: {}, required: ["a"] }, /requires a, which is none of its fields/],
    [{ type: "object", properties: {}, required: ["toString"] }, /requires toString, which is none/],
    [
      { type: "object", properties: { a: { type: "string" } }, required: ["a", "a"] },
      /requires a field twice/,
    ],
  ])("is refused when it is %j", (schema, message) => {
    const refusal = refusalOf(() => build(schema));
    expect(refusal).toMatchObject({ code: "invalid-definition" });
    expect(refusal.message).toMatch(message);
  });

  it.each<[field: unknown, message: RegExp]>([
    [true, /is no schema/],
    [{}, /has the type undefined/],
    [{ type: "object", properties: {} }, /has the type "object"/],
    [{ type: ["string", "null"] }, /has the type \["string","null"\]/],
    [{ type: "null" }, /has the type "null"/],
    [{ type: "array" }, /has no items/],
    [{ type: "array", items: { type: "string" } }, /has items .* which is not/],
    [{ type: "array", items: { type: "number", enum: [1] } }, /has items .* which is not/],
    [{ type: "array", items: { anyOf: [{ const: "a" }] } }, /has items .* which is not/],
    [{ type: "array", items: { anyOf: [{ const: "a", title: "A" }], type: "string" } }, /has items/],
    [{ type: "string", oneOf: [] }, /has oneOf \[\], which is not/],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }], enum: ["a"] }, /has enum, which a field of this/],
    [{ type: "string", oneOf: [{ const: "a", title: "A", x: 1 }] }, /has oneOf .* which is not/],
    [{ type: "string", enum: ["a"], minLength: 1 }, /has minLength, which a field of this kind/],
    [{ type: "string", enum: ["a", "b"], enumNames: ["A"] }, /has 1 enumNames for 2 options/],
    [{ type: "string", enumNames: ["A"] }, /has enumNames, which a field of this kind/],
    [{ type: "string", const: "a" }, /has const, which a field of this kind/],
    [{ type: "number", exclusiveMinimum: 1 }, /has exclusiveMinimum, which a field of this kind/],
    [{ type: "string", title: undefined }, /has title undefined, which is not text/],
  ])("is refused when a field is %j", (field, message) => {
    const refusal = refusalOf(() => buildField(field));
    expect(refusal.message).toMatch(/^Field it /);
    expect(refusal.message).toMatch(message);
  });

  it("is refused for a field that JSON can name and JavaScript cannot", () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    expect(refusalOf(() => build(schema)).message).toMatch(/^Field __proto__ /);
  });

  it("is refused for a credential, unless it is marked; the mark is not sent", () => {
    const marked = { type: "string", credential: false };
    expect(refusalOf(() => build({ type: "object", properties: { token: { type: "string" } } })).code).toBe(
      "credential-field",
    );
    const { schema } = build({ type: "object", properties: { token: marked }, required: ["token"] });
    expect(schema).toStrictEqual({
      type: "object",
      properties: { token: { type: "string" } },
      required: ["token"],
    });
    expect(marked).toEqual({ type: "string", credential: false });
  });
});
