// The verdicts of our JSON Schema check, held against those of an independent validator.

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonSchemaCheck } from "../../src/server/catalog/json-schema-check.js";

const names = ["a", "b", "c"];
const name = fc.constantFrom(...names);
const scalar = fc.oneof(
  fc.constantFrom("", "a", "ab", "abc", "2026-01-01"),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, 2.5),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

/** Some keywords, any of them, so that schemas stay of a size that can be read. */
function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([keyword]) => names.includes(keyword)));
}

/** What is named in one place or another, and nothing else. */
function unevaluated(type: "object" | "array", keyword: string, named: fc.Arbitrary<unknown>) {
  const rest = type === "object" ? "unevaluatedProperties" : "unevaluatedItems";
  return fc
    .record({ here: named, there: named })
    .map(({ here, there }) => ({ type, [keyword]: here, allOf: [{ [keyword]: there }], [rest]: false }));
}

const small = fc.integer({ min: 0, max: 3 });
// Without `contains`: with an empty list ajv judges it otherwise than the standard.
const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => {
  const inner = tie("schema");
  const several = fc.array(inner, { minLength: 1, maxLength: 3 });
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object"),
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
    const: scalar,
    minimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2),
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom("^a", "b$", "."),
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    items: inner,
    prefixItems: several,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    minProperties: small,
    properties: fc.dictionary(name, inner, { maxKeys: 3, noNullPrototype: true }),
    patternProperties: fc.record({ "^[ab]$": inner }),
    additionalProperties: inner,
    propertyNames: fc.record({ maxLength: small }),
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    allOf: several,
    anyOf: several,
    oneOf: several,
    not: inner,
    if: inner,
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema has a keyword of that name.
    then: inner,
    else: inner,
  };
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.boolean(),
      fc.subarray(Object.keys(keywords), { maxLength: 4 }).chain((some) => fc.record(pick(keywords, some))),
      fc.constant({ $ref: "#/$defs/shared" }),
    ),
  };
});

/** Nothing that ajv has to look into to know what is evaluated: it breaks on that, or sees it otherwise than the standard. */
const leaf = fc.constantFrom(
  true,
  { type: "string" },
  { type: "integer" },
  { const: "a" },
  { enum: [1, "ab"] },
);

const shuffled = fc.oneof(
  { weight: 6, arbitrary: schema.map((made) => (typeof made === "boolean" ? { allOf: [made] } : made)) },
  unevaluated("object", "properties", fc.dictionary(name, leaf, { maxKeys: 3, noNullPrototype: true })),
  unevaluated("array", "prefixItems", fc.array(leaf, { minLength: 1, maxLength: 3 })),
);

/** What ajv says; nothing where its own code breaks, as it does on some `patternProperties` beside `anyOf`. */
function verdictOf(reference: (one: unknown) => unknown, one: unknown): boolean | undefined {
  try {
    return reference(one) === true;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

describe("a plain JSON Schema", () => {
  // Schemas are checked by being used here, not against the metaschema: that would be most of the time.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });

  it("accepts and refuses what ajv accepts and refuses", () => {
    fc.assert(
      fc.property(
        shuffled,
        schema,
        fc.array(value, { minLength: 5, maxLength: 5 }),
        (main, shared, values) => {
          const whole = { ...main, $defs: { shared: withoutRefs(shared) } };
          const reference = ajv.compile(whole);
          const check = jsonSchemaCheck(whole);
          for (const one of values) {
            const verdict = verdictOf(reference, one);
            if (verdict === undefined) continue;
            const { problems } = check(one) as { problems?: readonly unknown[] };
            expect(problems === undefined, JSON.stringify({ whole, one })).toBe(verdict);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it("does so also with names that every object answers to", () => {
    const strict = new Ajv2020({ strict: false, logger: false, validateSchema: false, ownProperties: true });
    fc.assert(
      fc.property(shuffled, fc.array(value, { minLength: 5, maxLength: 5 }), (main, values) => {
        const whole = { ...(renamed(main) as object), $defs: { shared: true } };
        const reference = strict.compile(whole);
        const check = jsonSchemaCheck(whole);
        for (const one of values.map(renamed)) {
          const verdict = verdictOf(reference, one);
          if (verdict === undefined) continue;
          expect(check(one).problems === undefined, JSON.stringify({ whole, one })).toBe(verdict);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("names at least one problem for everything it refuses", () => {
    fc.assert(
      fc.property(shuffled, value, (main, one) => {
        const checked = jsonSchemaCheck({ ...main, $defs: { shared: true } })(one);
        if (checked.problems !== undefined) expect(checked.problems.length).toBeGreaterThan(0);
      }),
    );
  });
});

/** A definition that refers to itself alone never ends, whoever validates. */
const withoutRefs = (made: unknown): unknown =>
  JSON.parse(JSON.stringify(made).replaceAll('{"$ref":"#/$defs/shared"}', "true"));

/** With other names. Without `uniqueItems`: ajv calls the `toString` of what it compares. */
const renamed = (made: unknown): unknown =>
  JSON.parse(
    JSON.stringify(made, (keyword, inner) => (keyword === "uniqueItems" ? undefined : inner)).replace(
      /"[abc]"/g,
      (given) => JSON.stringify({ '"a"': "toString", '"b"': "constructor", '"c"': "valueOf" }[given]),
    ),
  );
