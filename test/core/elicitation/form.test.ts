// Forms as authors write them: what goes out, and what is refused when a form is built.

import { describe, expect, it } from "vitest";
import { type Fields, field } from "../../../src/core/elicitation/field.js";
import { form } from "../../../src/core/elicitation/form.js";
import { refusalOf } from "./refusal.js";

const schemaOf = (one: Fields[string]) => form("Fill in.", { it: one }).schema.properties.it;

describe("a field on the wire", () => {
  it("is a single choice with titles as oneOf, without enum or enumNames", () => {
    expect(schemaOf(field.choice({ options: { in: "Inside", out: "Terrace" } }))).toStrictEqual({
      type: "string",
      oneOf: [
        { const: "in", title: "Inside" },
        { const: "out", title: "Terrace" },
      ],
    });
  });

  it("is a single choice without titles as exactly type and enum", () => {
    expect(schemaOf(field.choice({ options: ["a", "b"] }))).toStrictEqual({
      type: "string",
      enum: ["a", "b"],
    });
  });

  it("is a multiple choice without titles with its bounds and an enum of items", () => {
    expect(schemaOf(field.choices({ options: ["a", "b"], min: 1, max: 2 }))).toStrictEqual({
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { type: "string", enum: ["a", "b"] },
    });
  });

  it("is a multiple choice with titles as anyOf of items, and has no bounds that were not given", () => {
    expect(schemaOf(field.choices({ options: { a: "A", b: "B" } }))).toStrictEqual({
      type: "array",
      items: {
        anyOf: [
          { const: "a", title: "A" },
          { const: "b", title: "B" },
        ],
      },
    });
  });

  it.each([
    ["string", field.string({ title: "T", description: "D" })],
    ["number", field.number({ title: "T", description: "D" })],
    ["integer", field.integer({ title: "T", description: "D" })],
    ["boolean", field.boolean({ title: "T", description: "D" })],
    ["choice", field.choice({ title: "T", description: "D", options: ["a"] })],
    ["choices", field.choices({ title: "T", description: "D", options: ["a"] })],
  ])("keeps title and description of a %s", (_kind, one) => {
    expect(schemaOf(one)).toMatchObject({ title: "T", description: "D" });
  });

  it("keeps what is falsy", () => {
    expect(schemaOf(field.boolean({ default: false }))).toStrictEqual({ type: "boolean", default: false });
    expect(schemaOf(field.integer({ minimum: 0, default: 0 }))).toStrictEqual({
      type: "integer",
      minimum: 0,
      default: 0,
    });
    expect(schemaOf(field.string({ minLength: 0, default: "" }))).toStrictEqual({
      type: "string",
      minLength: 0,
      default: "",
    });
    expect(schemaOf(field.choices({ options: ["a"], min: 0, default: [] }))).toMatchObject({
      minItems: 0,
      default: [],
    });
  });

  it("has the pattern of a string or of a regular expression", () => {
    expect(schemaOf(field.string({ pattern: "^[a-z]+$" }))).toMatchObject({ pattern: "^[a-z]+$" });
    expect(schemaOf(field.string({ pattern: /^\d{3}\/\p{L}$/gu }))).toMatchObject({
      pattern: "^\\d{3}\\/\\p{L}$",
    });
  });

  it.each(["email", "uri", "date", "date-time"] as const)("has the format %s", (format) => {
    expect(schemaOf(field.string({ format }))).toStrictEqual({ type: "string", format });
  });

  it("lacks what is undefined", () => {
    expect(schemaOf(field.string({ title: undefined } as object))).toStrictEqual({ type: "string" });
  });

  it("has nothing of what is only said to Beckon", () => {
    expect(schemaOf(field.string({ optional: true, credential: false }))).toStrictEqual({ type: "string" });
  });
});

describe("a form", () => {
  it("lists the required fields in the order of its fields", () => {
    const { schema } = form("Fill in.", {
      zeta: field.string(),
      mid: field.integer({ optional: true }),
      alpha: field.choice({ options: ["a"], default: "a" }),
      not: field.boolean({ optional: false }),
    });
    expect(Object.keys(schema.properties)).toEqual(["zeta", "mid", "alpha", "not"]);
    expect(schema.required).toEqual(["zeta", "alpha", "not"]);
  });

  it("without fields is an approval", () => {
    const approval = form("Send it?", {});
    expect(approval.schema).toStrictEqual({ type: "object", properties: {} });
    expect(approval.check({})).toEqual({ value: {} });
  });

  it("without required fields has no required", () => {
    expect(form("Fill in.", { a: field.string({ optional: true }) }).schema).not.toHaveProperty("required");
  });

  it("may have fields that are called like members of every object", () => {
    const odd = form("Fill in.", { constructor: field.string(), toString: field.string({ optional: true }) });
    expect(odd.check({})).toEqual({ problems: [{ path: "constructor", message: "is required" }] });
    expect(odd.check({ constructor: "x" })).toEqual({ value: { constructor: "x" } });
  });

  it("fills in defaults before it checks", () => {
    const party = form("A table?", {
      guests: field.integer({ minimum: 1 }),
      seat: field.choice({ options: { in: "Inside", out: "Terrace" }, default: "in" }),
      quiet: field.boolean({ default: false, optional: true }),
    });
    expect(party.check({ guests: 2 })).toEqual({ value: { guests: 2, seat: "in", quiet: false } });
  });
});

// What TypeScript would not let pass comes from JavaScript, or through a cast.
const loosely = (options: object) => options as Record<string, never>;
const loose = {
  string: (options: object) => field.string(loosely(options)),
  number: (options: object) => field.number(loosely(options)),
  integer: (options: object) => field.integer(loosely(options)),
  boolean: (options: object) => field.boolean(loosely(options)),
  choice: (options: object) => field.choice(loosely(options) as never),
  choices: (options: object) => field.choices(loosely(options) as never),
};

describe("a form is refused when it is built", () => {
  it.each<[reason: string, one: Fields[string], message: string | RegExp]>([
    ["an unknown option", loose.string({ maxlength: 3 }), /has the option maxlength, which field\.string/],
    [
      "an option of another kind",
      loose.boolean({ minimum: 3 }),
      /has the option minimum, which field\.boolean/,
    ],
    ["a flag i", field.string({ pattern: /a/i }), /has the pattern \/a\/i, and JSON Schema has no flag i/],
    ["several flags", field.string({ pattern: /a/gimsy }), /has no flag imsy/],
    [
      "no regular expression",
      field.string({ pattern: "(" }),
      /has pattern "\(", which is not a regular expr/,
    ],
    ["a pattern that the flag u breaks", field.string({ pattern: "\\-" }), /that works with the flag u/],
    ["a pattern that is no text", loose.string({ pattern: 3 }), /has pattern 3, which is not/],
    [
      "an unknown format",
      loose.string({ format: "uuid" }),
      /has format "uuid", which is not email, uri, date/,
    ],
    ["a title that is no text", loose.string({ title: 1 }), /has title 1, which is not text/],
    ["optional that is no boolean", loose.string({ optional: "yes" }), /neither true nor false/],
    [
      "credential that is not false",
      loose.string({ credential: true }),
      /has an option credential that is not/,
    ],
    ["a negative length", field.string({ minLength: -1 }), /has minLength -1, which is not a whole number/],
    ["half a length", field.string({ maxLength: 1.5 }), /has maxLength 1\.5, which is not a whole number/],
    [
      "lengths crossed",
      field.string({ minLength: 3, maxLength: 2 }),
      /minLength 3, which is above maxLength 2/,
    ],
    [
      "a bound that is no number",
      field.number({ minimum: Number.NaN }),
      /has minimum NaN, which is not a num/,
    ],
    ["an infinite bound", field.number({ maximum: Infinity }), /has maximum Infinity, which is not a number/],
    ["bounds crossed", field.number({ minimum: 3, maximum: 2 }), /minimum 3, which is above maximum 2/],
    ["no whole number", field.integer({ minimum: 0.2, maximum: 0.8 }), /has no whole number between/],
    ["no options", loose.choice({}), /has no options/],
    ["an empty list of options", field.choice({ options: [] }), /has no options/],
    ["an empty object of options", field.choices({ options: {} }), /has no options/],
    ["an option twice", field.choice({ options: ["a", "a"] }), /is not a list of different texts/],
    ["options that are no text", loose.choice({ options: [1, 2] }), /is not a list of different texts/],
    [
      "a title of an option that is no text",
      loose.choice({ options: { a: 1 } }),
      /different \{ const, title \}/,
    ],
    [
      "bounds of choices crossed",
      field.choices({ options: ["a", "b"], min: 2, max: 1 }),
      /minItems 2, which is/,
    ],
    [
      "more choices than options",
      field.choices({ options: ["a"], min: 2 }),
      /minItems 2, and only 1 options/,
    ],
    [
      "a default that is too small",
      field.integer({ minimum: 1, default: 0 }),
      /default 0, .*: it must be at leas/,
    ],
    ["half a whole default", field.integer({ default: 0.5 }), /it must be a whole number/],
    ["a default that is no option", loose.choice({ options: ["a"], default: "b" }), /it must be one of: a/],
    [
      "too many defaults",
      field.choices({ options: ["a", "b"], max: 1, default: ["a", "b"] }),
      /at most 1 choice/,
    ],
    ["a default of another type", loose.boolean({ default: "no" }), /it must be true or false/],
    ["a default of another format", field.string({ format: "date", default: "today" }), /it must be a date/],
    ["a default that is undefined", loose.string({ default: undefined }), /has a default that is undefined/],
    ["no field at all", { kind: "text", options: {} } as never, /is no field; make it with field\.string/],
    ["nothing", undefined as never, /is no field/],
  ])("for %s", (_reason, one, message) => {
    const refusal = refusalOf(() => form("Fill in.", { first: field.string(), it: one }));
    expect(refusal.code).toBe("invalid-definition");
    expect(refusal.message).toMatch(/^Field it /);
    expect(refusal.message).toMatch(message);
  });

  it.each(["", " \n", undefined, 3])("for the message %j", (message) => {
    expect(refusalOf(() => form(message as string, {})).message).toBe(
      "A form has no message. Say what the person is asked.",
    );
  });

  it.each([
    ["__proto__", /^Field __proto__ has a name that JavaScript objects cannot hold/],
    ["0", /^Field 0 has a number for a name/],
    ["42", /^Field 42 has a number for a name/],
    ["", /^A field has an empty name/],
  ])("for a field called %j", (name, message) => {
    expect(refusalOf(() => form("Fill in.", { [name]: field.string() })).message).toMatch(message);
  });

  it("for a field that became the prototype", () => {
    const fields = { __proto__: field.string() };
    expect(refusalOf(() => form("Fill in.", fields as never)).message).toMatch(/no plain object of fields/);
  });

  it.each([[[field.string()]], ["text"], [null], [undefined], [new Map()]])("for the fields %j", (fields) => {
    expect(refusalOf(() => form("Fill in.", fields as never)).message).toMatch(/no plain object of fields/);
  });
});

describe("a credential in a form", () => {
  it("is refused by name, and told how to ask for it", () => {
    expect(refusalOf(() => form("Sign in.", { password: field.string() }))).toEqual({
      code: "credential-field",
      message:
        "Field password looks like a credential, and credentials never go through a form. Ask for it with ctx.secret, or say credential: false if it holds none.",
    });
  });

  it("is refused by title", () => {
    const build = () => form("Sign in.", { value: field.string({ title: "Your API key" }) });
    expect(refusalOf(build).code).toBe("credential-field");
  });

  it("passes when it is said that it is none", () => {
    const { schema } = form("Name it.", { token: field.string({ credential: false }) });
    expect(schema.properties).toStrictEqual({ token: { type: "string" } });
  });

  it("passes where nothing is typed in", () => {
    const fields = {
      tokenKind: field.choice({ title: "Token", options: ["short", "long"] }),
      password: field.boolean({ title: "With a password?" }),
      token: field.integer(),
      secrets: field.choices({ options: ["a"] }),
    };
    expect(Object.keys(form("Which?", fields).schema.properties)).toHaveLength(4);
  });
});
