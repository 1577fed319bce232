// Random forms and random contents: our verdicts held against those of an independent validator, in every shape.

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkContent } from "../../src/core/elicitation/check-content.js";
import { formFromSchema } from "../../src/core/elicitation/form-from-schema.js";
import type { FieldSchema, FormSchema } from "../../src/core/elicitation/form-schema.js";
import { formTo } from "../../src/protocol/elicitation/form-to.js";
import { readElicitResult } from "../../src/protocol/elicitation/read-elicit-result.js";
import { revisionOf } from "../../src/protocol/revisions.js";
import { validatorsOf } from "./wire-schema-validators.js";

/** None that every object has: the other validator fills no default in there. */
const names = ["a", "b", "c", "x y", "$ref", "é"];
const words = ["", "a", "ab", "abc", "😀", "😀b", "é", "2026-01-31", "2026-02-30", "a@b.co", "http://a.b/"];
const instants = ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00", "2026-13-31T10:00:00Z", "nothing"];
const word = fc.constantFrom(...words, ...instants);
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 2.5, 3, 1e21);

const count = fc.integer({ min: 0, max: 3 });
/** Members that may be missing altogether. */
const some = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });
const options = fc.uniqueArray(fc.constantFrom("a", "b", "ab", ""), { minLength: 1, maxLength: 4 });
const titled = options.map((values) => values.map((value) => ({ const: value, title: `T${value}` })));

/** What a field says besides its type; bounds may cross, and a default may not fit. */
const shapes: fc.Arbitrary<object> = fc.oneof(
  some({
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom("^a", "b$", "^.$", "\\p{L}"),
    format: fc.constantFrom("email", "uri", "date", "date-time"),
    default: word,
  }).map((said) => ({ type: "string", ...said })),
  some({ minimum: number, maximum: number, default: number }).chain((said) =>
    fc.constantFrom("number", "integer").map((type) => ({ type, ...said })),
  ),
  some({ default: fc.boolean() }).map((said) => ({ type: "boolean", ...said })),
  fc
    .tuple(options, some({ default: word }))
    .map(([values, said]) => ({ type: "string", enum: values, ...said })),
  options.map((values) => ({ type: "string", enum: values, enumNames: values.map((one) => `N${one}`) })),
  fc.tuple(titled, some({ default: word })).map(([oneOf, said]) => ({ type: "string", oneOf, ...said })),
  fc
    .tuple(
      fc.oneof(
        options.map((values) => ({ type: "string", enum: values })),
        titled.map((anyOf) => ({ anyOf })),
      ),
      some({ minItems: count, maxItems: count, default: fc.array(word, { maxLength: 2 }) }),
    )
    .map(([items, said]) => ({ type: "array", items, ...said })),
);

const isForm = (schema: unknown): boolean => {
  try {
    formFromSchema("Fill in.", schema as FormSchema);
    return true;
  } catch {
    return false;
  }
};

/** Fields that a form can be built of. */
const fields = shapes.filter((field) => isForm({ type: "object", properties: { it: field } }));
const forms: fc.Arbitrary<FormSchema> = fc
  .dictionary(fc.constantFrom(...names), fields, { maxKeys: 4, noNullPrototype: true })
  .chain((properties) =>
    fc
      .subarray(Object.keys(properties))
      // Each field of the dictionary has been found to be one.
      .map((required) => ({ type: "object", properties, required }) as FormSchema),
  );

const value = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 2, arbitrary: number },
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof({ weight: 5, arbitrary: word }, fc.integer()), { maxLength: 4 }),
  fc.object({ maxDepth: 1 }),
);
const contents = fc.dictionary(fc.constantFrom(...names, "other"), value, {
  maxKeys: 5,
  noNullPrototype: true,
});

const ajv = new Ajv2020({ useDefaults: true, strict: false, allErrors: true });
formats.default(ajv, ["email", "uri", "date", "date-time"]);

/** What is implied in a form and not written: nothing is chosen twice. */
const written = (form: FormSchema): object => ({
  ...form,
  properties: Object.fromEntries(
    Object.entries(form.properties).map(([name, field]) => [name, { ...field, uniqueItems: true }]),
  ),
});

describe("content of a form", () => {
  it("passes exactly when another validator passes it, with the same defaults", () => {
    let passed = 0;
    fc.assert(
      fc.property(forms, contents, (form, content) => {
        const filled = structuredClone(content);
        const isValid = ajv.validate(written(form), filled);
        const checked = checkContent(form, content);
        expect(checked.problems === undefined).toBe(isValid);
        if (checked.problems !== undefined) return;
        passed++;
        const asked = Object.entries(filled).filter(([name]) => Object.hasOwn(form.properties, name));
        expect(checked.value).toEqual(Object.fromEntries(asked));
      }),
      { numRuns: 2_000 },
    );
    // A property that only ever sees refusals would prove nothing.
    expect(passed).toBeGreaterThan(200);
  });

  it("never makes the check throw, whatever it is", () => {
    fc.assert(
      fc.property(forms, fc.jsonValue(), (form, content) => {
        expect(checkContent(form, content)).toBeTypeOf("object");
      }),
      { numRuns: 1_000 },
    );
  });

  it("that passed passes again, unchanged", () => {
    fc.assert(
      fc.property(forms, contents, (form, content) => {
        const checked = checkContent(form, content);
        if (checked.problems === undefined) expect(checkContent(form, checked.value)).toEqual(checked);
      }),
    );
  });
});

describe("a form on the wire", () => {
  it.each(["2025-06-18", "2025-11-25", "2026-07-28"] as const)("is one that %s knows", (version) => {
    const revision = revisionOf(version);
    if (revision === undefined) throw new Error(version);
    const { published } = validatorsOf(version);
    fc.assert(
      fc.property(forms, (form) => {
        const sent = formTo(form, revision);
        const hasSeveral = Object.values(form.properties).some(
          (field: FieldSchema) => field.type === "array",
        );
        expect(sent === undefined).toBe(version === "2025-06-18" && hasSeveral);
        for (const field of Object.values(sent?.properties ?? {}))
          expect(published("PrimitiveSchemaDefinition", field)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it.each(["2025-11-25", "2026-07-28"] as const)("is answered with what %s calls a result", (version) => {
    const { published } = validatorsOf(version);
    const results = fc.record(
      { action: fc.constantFrom("accept", "decline", "cancel", "other"), content: fc.oneof(contents, value) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(results, (result) => {
        if (published("ElicitResult", result).length === 0) expect(readElicitResult(result)).toBeDefined();
        const read = readElicitResult(result);
        if (read !== undefined)
          expect(withWholeNumbers(read)).toSatisfy((one) => published("ElicitResult", one).length === 0);
      }),
      { numRuns: 500 },
    );
  });
});

/** The published schemas say `integer` where the specification says number. */
const withWholeNumbers = (result: object): unknown =>
  JSON.parse(JSON.stringify(result), (_key, value) =>
    typeof value === "number" ? Math.trunc(value) : value,
  );
