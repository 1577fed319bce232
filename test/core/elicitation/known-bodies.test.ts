// Forms that are built again and again: what is equal is one, and what is not is never taken for another.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fields, field } from "../../../src/core/elicitation/field.js";
import { bodyFromFields, form } from "../../../src/core/elicitation/form.js";
import type { FormBody } from "../../../src/core/elicitation/form-body.js";
import { KnownBodies } from "../../../src/core/elicitation/known-bodies.js";

describe("a form of equal fields", () => {
  const build = () => form("How many?", { guests: field.integer({ title: "Guests", minimum: 1 }) });

  it("has the same schema, by identity", () => {
    expect(build().schema).toBe(build().schema);
  });

  it("cannot be changed by whoever has one of them", () => {
    const { schema } = build();
    expect(() => Object.assign(schema.properties, { more: { type: "string" } })).toThrow(TypeError);
    expect(() => Object.assign(schema.properties.guests ?? {}, { minimum: 2 })).toThrow(TypeError);
  });

  it("has a message of its own", () => {
    const other = form("For whom?", { guests: field.integer({ title: "Guests", minimum: 1 }) });
    expect([build().message, other.message]).toEqual(["How many?", "For whom?"]);
  });
});

describe("a form is another one", () => {
  it("when its fields come in another order", () => {
    const [a, b] = [field.string(), field.boolean()];
    expect(Object.keys(form("?", { a, b }).schema.properties)).toEqual(["a", "b"]);
    expect(Object.keys(form("?", { b, a }).schema.properties)).toEqual(["b", "a"]);
  });

  it("when a pattern differs, written as text or as an expression", async () => {
    const one = form("?", { code: field.string({ pattern: /^a$/ }) });
    const other = form("?", { code: field.string({ pattern: /^b$/ }) });
    expect(await one.check({ code: "a" })).toEqual({ value: { code: "a" } });
    expect(await other.check({ code: "a" })).toHaveProperty("problems");
  });

  it("when JSON would write its options the same", () => {
    form("?", { day: field.string({ default: "2026-01-01T00:00:00.000Z" }) });
    const date = new Date("2026-01-01T00:00:00.000Z");
    expect(() => form("?", { day: field.string({ default: date as never }) })).toThrow("day");
    form("?", { count: field.number({}) });
    expect(() => form("?", { count: field.number({ default: undefined as never }) })).toThrow("count");
    expect(() => form("?", { count: field.number({ minimum: Number.NaN }) })).toThrow("count");
  });

  it("when any option differs", () => {
    const options = fc.record(
      { title: fc.string({ maxLength: 3 }), minimum: fc.integer({ min: 0, max: 2 }) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(options, (given) => {
        const { properties } = form("?", { count: field.integer(given) }).schema;
        expect(properties.count).toEqual({ type: "integer", ...given });
      }),
    );
  });
});

describe("forms that are built in any order", () => {
  const text = fc.constantFrom("0", "1", "a");
  const kinds = [
    fc.record({ title: text, minLength: fc.nat(1) }, { requiredKeys: [] }).map((o) => field.string(o)),
    fc.record({ title: text, default: fc.boolean() }, { requiredKeys: [] }).map((o) => field.boolean(o)),
    fc.array(text, { maxLength: 3 }).map((options) => field.choice({ options })),
    fc
      .dictionary(text, text, { maxKeys: 3, noNullPrototype: true })
      .map((options) => field.choice({ options })),
  ];
  const names = fc.constantFrom("x", "y", "z");
  const fields = fc.uniqueArray(fc.tuple(names, fc.oneof(...kinds)), {
    selector: ([name]) => name,
    maxLength: 3,
  });

  it("are those of their own fields, whatever was built before, and the last one is known", () => {
    fc.assert(
      fc.property(fc.array(fields, { minLength: 1, maxLength: 40 }), (all) => {
        const known = new KnownBodies();
        for (const pairs of [...all, ...all]) {
          const given: Fields = Object.fromEntries(pairs);
          const find = (): string => known.find(given, () => bodyOf(JSON.stringify(pairs))).credential ?? "";
          expect(find()).toBe(JSON.stringify(pairs));
          const again = known.find(Object.fromEntries(pairs), () => bodyOf("built again"));
          expect(again.credential).toBe(JSON.stringify(pairs));
        }
      }),
    );
  });

  /** A body that can be told from others. */
  const bodyOf = (name: string): FormBody<unknown> => ({
    ...bodyFromFields({}),
    credential: name,
  });
});
