import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { elicitTool, parseSpec } from "../../src/agent/index.js";
import { specToForm } from "../../src/agent/spec-to-form.js";
import { isObject, type JsonObject } from "../../src/core/json.js";

const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** A text that can be a name and a prompt. */
const word = fc.stringMatching(/^city[0-9]{1,4}$/);

interface Texts {
  readonly text: Arbitrary<string>;
  readonly number: Arbitrary<number>;
}

/** Whatever a JSON schema of the tool allows. */
function allowedBy(schema: JsonObject, texts: Texts): Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return texts.text;
    case "number":
      return texts.number;
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(allowedBy(objectIn(schema.items), texts), { maxLength: 4 });
    case "object": {
      const members = Object.entries(objectIn(schema.properties)).map(
        ([name, member]) => [name, allowedBy(objectIn(member), texts)] as const,
      );
      const requiredKeys = Array.isArray(schema.required) ? schema.required.map(String) : [];
      return fc.record(Object.fromEntries(members), { requiredKeys });
    }
    default:
      return fc.jsonValue();
  }
}

const isChoice = (type: unknown): boolean => type === "choice" || type === "multi_choice";

/** The same without what the descriptions rule out: members of other kinds, and choices without a choice. */
function asDescribed({ options, fields, name, default: _, ...spec }: JsonObject): JsonObject {
  return {
    ...spec,
    ...(isChoice(spec.type) && { options: optionsOf(options) }),
    ...(spec.type === "secret" && name !== undefined && { name }),
    ...(spec.type === "form" && { fields: fieldsOf(fields) }),
  };
}

const optionsOf = (given: unknown): readonly unknown[] => [
  ...new Set(["first", ...(Array.isArray(given) ? given : [])]),
];

const fieldsOf = (given: unknown): readonly JsonObject[] =>
  [{ name: "first", type: "text" }, ...(Array.isArray(given) ? given : [])].map((field, index) => {
    const { options, default: _, ...rest } = objectIn(field);
    const chosen = isChoice(rest.type) ? { options: optionsOf(options) } : {};
    return { ...rest, ...chosen, name: `${rest.name}_${index}` };
  });

test("[A2] every spec that the tool's schema and descriptions allow is read, and becomes a form", () => {
  const allowed = allowedBy(elicitTool.inputSchema, {
    text: word,
    number: fc.integer({ min: 1, max: 3600 }),
  }).map((spec) => asDescribed(objectIn(spec)));

  fc.assert(
    fc.property(allowed, (spec) => {
      const read = parseSpec(spec);
      expect(read).toMatchObject({ type: spec.type, prompt: spec.prompt });
      expect(Object.keys(specToForm(read).schema.properties).length).toBeGreaterThan(0);
    }),
  );
});

test("[A2] whatever the schema alone allows is read, or refused by the names that the schema has", () => {
  const allowed = allowedBy(elicitTool.inputSchema, { text: fc.string(), number: fc.double() });

  fc.assert(
    fc.property(allowed, (spec) => {
      try {
        expect(parseSpec(spec).type).toBe(objectIn(spec).type);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid-arguments" });
        expect(String(error)).not.toMatch(/is unknown; there are|type: [^;]*must be one of/);
      }
    }),
  );
});
