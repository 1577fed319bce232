// Random forms, filled in by random people: what a browser posts is what they meant, and what is wrong is said alike.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormContent, FormValue } from "../../src/core/elicitation/answer.js";
import { checkContent } from "../../src/core/elicitation/check-content.js";
import { formFromSchema } from "../../src/core/elicitation/form-from-schema.js";
import type { FieldSchema, FormSchema } from "../../src/core/elicitation/form-schema.js";
import { isChoice, optionsOf } from "../../src/core/elicitation/options-of.js";
import { toLocalTime } from "../../src/web/form/date-time.js";
import { findMisfit } from "../../src/web/form/find-misfit.js";
import { readContent } from "../../src/web/form/read-content.js";
import { renderFields } from "../../src/web/form/render-form.js";
import { type Control, postOf, readControls, toPosted } from "../web/rendered-form.js";

const names = ["a", "b", "x y", "constructor", "é", '"><b>', "action"];
const words = [
  "a",
  "ab",
  "a b ",
  "😀",
  "é",
  "<&\">'",
  "0",
  "-1",
  "2026-01-31",
  "2026-02-30",
  "a@b.co",
  "http://a.b/",
];
const instants = [
  "2026-01-31T10:00:00Z",
  "2026-01-31T10:00:05+05:45",
  "2026-01-31T10:00:00.25-03:30",
  "2026-13-31T10:00:00Z",
];
const word = fc.constantFrom(...words, ...instants, "two\nlines", "\nfirst", "\u202Ehidden");
const number = fc.constantFrom(-1, 0, 0.5, 1, 2.5, 3, 1e21, -0.001);
const count = fc.integer({ min: 0, max: 3 });
const some = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });
const options = fc.uniqueArray(fc.constantFrom("a", "b", "ab", "", "a\nb", "1", "0", "é", "<i>", "9", "x"), {
  minLength: 1,
  maxLength: 10,
});
const titled = options.map((values) => values.map((value) => ({ const: value, title: `T${value}` })));

const shapes: fc.Arbitrary<object> = fc.oneof(
  some({
    minLength: count,
    maxLength: fc.constantFrom(2, 3, 400),
    pattern: fc.constantFrom("^a", "b$"),
    default: word,
  }).map((said) => ({ type: "string", ...said })),
  some({ default: fc.constantFrom(...words, ...instants) }).chain((said) =>
    fc
      .constantFrom("email", "uri", "date", "date-time")
      .map((format) => ({ type: "string", format, ...said })),
  ),
  some({ minimum: number, maximum: number, default: number }).chain((said) =>
    fc.constantFrom("number", "integer").map((type) => ({ type, ...said })),
  ),
  some({ default: fc.boolean() }).map((said) => ({ type: "boolean", ...said })),
  fc
    .tuple(options, some({ default: fc.constantFrom("a", "b", "") }))
    .map(([values, said]) => ({ type: "string", enum: values, ...said })),
  fc
    .tuple(titled, some({ default: fc.constantFrom("a", "") }))
    .map(([oneOf, said]) => ({ type: "string", oneOf, ...said })),
  fc
    .tuple(
      fc.oneof(
        options.map((values) => ({ type: "string", enum: values })),
        titled.map((anyOf) => ({ anyOf })),
      ),
      some({ minItems: count, maxItems: count, default: fc.subarray(["a", "b"]) }),
    )
    .map(([items, said]) => ({ type: "array", items, ...said })),
);

const isForm = (field: object): boolean => {
  try {
    formFromSchema("Fill in.", { type: "object", properties: { it: field } } as never);
    return true;
  } catch {
    return false;
  }
};

const forms: fc.Arbitrary<FormSchema> = fc
  .dictionary(fc.constantFrom(...names), shapes.filter(isForm), { maxKeys: 5, noNullPrototype: true })
  .chain((properties) =>
    // Each field has been found to be one.
    fc
      .subarray(Object.keys(properties))
      .map((required) => ({ type: "object", properties, required }) as FormSchema),
  );

/** What somebody means to put into a field; `undefined` to leave it alone. */
function meaning(field: FieldSchema): fc.Arbitrary<FormValue | undefined> {
  const alone = fc.constant(undefined);
  switch (field.type) {
    case "string": {
      if (isChoice(field))
        return fc.oneof(alone, fc.constantFrom(...optionsOf(field).map((option) => option.const)));
      if (field.format === "date-time") return fc.oneof(alone, fc.constantFrom(...instants.slice(0, 3)));
      if (field.format === "date") return fc.oneof(alone, fc.constantFrom("2026-01-31", "2027-12-01"));
      return fc.oneof(
        alone,
        field.format === undefined ? word : fc.constantFrom("a@b.co", "http://a.b/", "x"),
      );
    }
    case "number":
    case "integer":
      return fc.oneof(alone, number, fc.constantFrom("many", "1,5"));
    case "boolean":
      return fc.oneof(alone, fc.boolean());
    case "array":
      return fc.oneof(
        alone,
        fc.subarray(
          optionsOf(field).map((option) => option.const),
          { minLength: 1 },
        ),
      );
    default:
      return alone;
  }
}

const filled = forms.chain((schema) =>
  fc
    .tuple(...Object.values(schema.properties).map(meaning))
    .map((values) => ({ schema, values: values as readonly (FormValue | undefined)[] })),
);

/** Puts what is meant into the controls, as a person does; gives what the field then holds. */
function fill(field: FieldSchema, controls: readonly Control[], meant: FormValue): FormValue {
  const [first, zone] = controls;
  if (first === undefined) throw new Error("There is no control.");
  if (field.type === "array" || field.type === "boolean" || (isChoice(field) && first.type === "radio")) {
    const wanted = placesOf(field, meant);
    for (const control of controls) control.checked = wanted.includes(control.value);
    const preset = field.type === "array" ? (field.default ?? []) : [];
    const isPreset = Array.isArray(meant) && sorted(preset) === sorted(meant);
    return isPreset ? preset : meant;
  }
  if (isChoice(field)) {
    first.value = placesOf(field, meant)[0] ?? "";
    return meant;
  }
  if (field.type === "string" && field.format === "date-time" && zone !== undefined) {
    const local = toLocalTime(String(meant));
    if (local === undefined) throw new Error("No picker shows it.");
    Object.assign(first, { value: local.local });
    Object.assign(zone, { value: local.zone });
    return meant;
  }
  // What has only one line takes only one.
  first.value = first.tag === "textarea" ? String(meant) : String(meant).replaceAll("\n", "");
  return typeof meant === "number"
    ? meant
    : field.type === "string" && field.format !== undefined
      ? first.value.trim()
      : first.value;
}

const sorted = (values: readonly unknown[]): string => JSON.stringify([...values].sort());

function placesOf(field: FieldSchema, meant: FormValue): readonly string[] {
  if (typeof meant === "boolean") return [meant ? "yes" : "no"];
  const list = Array.isArray(meant) ? meant : [meant];
  const all = field.type === "array" || isChoice(field) ? optionsOf(field) : [];
  return list.map((value) => String(all.findIndex((option) => option.const === value)));
}

function fillIn({
  schema,
  values,
}: {
  readonly schema: FormSchema;
  readonly values: readonly (FormValue | undefined)[];
}) {
  const html = renderFields({ schema, problems: new Map() })
    .map(({ text }) => text)
    .join("\n");
  const controls = readControls(html);
  const meant = Object.entries(schema.properties).flatMap(([name, field], index): [string, FormValue][] => {
    const own = controls.filter(
      (control) => control.name === `f${index}` || control.name === `f${index}-zone`,
    );
    const value = values[index];
    if (value !== undefined) return [[name, fill(field, own, value)]];
    // Left alone: a default stands, and of several none is an answer where one is needed.
    if ("default" in field && field.default !== undefined) return [[name, field.default]];
    return field.type === "array" && schema.required?.includes(name) ? [[name, []]] : [];
  });
  return { posted: toPosted(postOf(controls)), meant: Object.fromEntries(meant) as FormContent };
}

describe("a form on a page", () => {
  it("comes back as what the person meant", () => {
    let count = 0;
    fc.assert(
      fc.property(filled, (one) => {
        const { posted, meant } = fillIn(one);
        expect(findMisfit(one.schema, posted)).toBeUndefined();
        const { content, problems } = readContent(one.schema, posted);
        expect(problems).toEqual([]);
        expect(content).toEqual(meant);
        if (Object.keys(meant).length > 2) count += 1;
      }),
      { numRuns: 1_500 },
    );
    expect(count).toBeGreaterThan(100);
  });

  it("has the problems that its content has", () => {
    let refused = 0;
    let passed = 0;
    fc.assert(
      fc.property(filled, (one) => {
        const { posted, meant } = fillIn(one);
        const { content } = readContent(one.schema, posted);
        const checked = checkContent(one.schema, content);
        expect(checked).toEqual(checkContent(one.schema, meant));
        if (checked.problems === undefined) passed += 1;
        else refused += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(refused, passed)).toBeGreaterThan(50);
  });

  it("shows what was typed again, so that it can be posted again unchanged", () => {
    fc.assert(
      fc.property(filled, (one) => {
        const { posted } = fillIn(one);
        const html = renderFields({ schema: one.schema, posted, problems: new Map() })
          .map(({ text }) => text)
          .join("\n");
        const again = toPosted(postOf(readControls(html)));
        expect(readContent(one.schema, again)).toEqual(readContent(one.schema, posted));
      }),
      { numRuns: 500 },
    );
  });
});
