// What the quick check lets through, held against two validators: it may send on what fits, never let through what does not.

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonSchemaCheck } from "../../src/server/catalog/json-schema-check.js";
import { quickCheck } from "../../src/server/catalog/quick-check.js";

const name = fc.constantFrom("a", "b", "c");
const scalar = fc.oneof(
  fc.constantFrom("", "a", "ab", "abc", "😀", "😀😀", "a😀b"),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, 2.5),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const small = fc.integer({ min: 0, max: 3 });
const some = (keywords: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(keywords, { requiredKeys: ["type"] });
const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constant(true),
    fc.record({ title: fc.string(), enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }) }),
    some({ type: fc.constant("string"), minLength: small, maxLength: small, "x-note": scalar }),
    some({ type: fc.constant("string"), pattern: fc.constant("^a") }),
    some({ type: fc.constantFrom("number", "integer"), minimum: small, exclusiveMaximum: small }),
    some({ type: fc.constantFrom("number", "integer"), maximum: small, exclusiveMinimum: small }),
    some({ type: fc.constantFrom("boolean", "null", "string"), const: scalar }),
    some({ type: fc.constant("array"), items: tie("schema"), minItems: small, maxItems: small }),
    some({
      type: fc.constant("object"),
      properties: fc.dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
      required: fc.array(name, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
    }),
  ),
}));
const input = fc.record(
  {
    type: fc.constant("object"),
    properties: fc.dictionary(name, schema, { maxKeys: 3, noNullPrototype: true }),
    required: fc.array(name, { maxLength: 1 }),
    additionalProperties: fc.boolean(),
  },
  { requiredKeys: ["type"] },
);
const given = fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });

describe("the quick check of a simple schema", () => {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });

  it("lets nothing through that a validator refuses", () => {
    let passed = 0;
    fc.assert(
      fc.property(input, fc.array(given, { minLength: 10, maxLength: 10 }), (made, values) => {
        const quick = quickCheck(made);
        if (quick === undefined) return;
        const reference = ajv.compile(made);
        const check = jsonSchemaCheck(made);
        for (const one of values.filter(quick)) {
          passed += 1;
          expect(reference(one), JSON.stringify({ made, one })).toBe(true);
          expect(check(one).problems, JSON.stringify({ made, one })).toBeUndefined();
        }
      }),
      { numRuns: 1000 },
    );
    expect(passed).toBeGreaterThan(1000);
  });
});
