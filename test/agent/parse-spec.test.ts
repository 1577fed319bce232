import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSpec } from "../../src/agent/index.js";
import { specToForm } from "../../src/agent/spec-to-form.js";

const problemsOf = (spec: unknown): string => {
  try {
    parseSpec(spec);
  } catch (error) {
    return (error as Error).message;
  }
  return "none";
};

describe("parseSpec", () => {
  test.each([
    { type: "text", prompt: "Which city?" },
    { type: "choice", prompt: "Which?", options: ["FastAPI", "Django"] },
    { type: "multi_choice", prompt: "Which?", options: ["a", "b"] },
    { type: "secret", prompt: "Enter your OpenAI API key:", description: "Will not be logged." },
    { type: "confirmation", prompt: "Go ahead?" },
    { type: "form", prompt: "New project:", fields: [{ name: "name", prompt: "Name?", type: "text" }] },
  ])("[A2, acceptance 34] $type is one of the six kinds", (spec) => {
    expect(parseSpec(spec)).toMatchObject({ type: spec.type, prompt: spec.prompt });
  });

  test("[acceptance 34] a secret is always sensitive, also in a form", () => {
    expect(parseSpec({ type: "secret", prompt: "Key?", sensitive: false }).sensitive).toBe(true);
    const { fields = [] } = parseSpec({
      type: "form",
      prompt: "Setup",
      fields: [
        { name: "key", type: "secret" },
        { name: "city", type: "text" },
      ],
    });
    expect(fields.map((field) => field.sensitive)).toEqual([true, false]);
  });

  test("[acceptance 34] a form has fields of every kind, with options, required and default", () => {
    const spec = parseSpec({
      type: "form",
      prompt: "Setup",
      fields: [
        { name: "name", type: "text" },
        { name: "key", type: "secret" },
        { name: "language", type: "choice", options: ["python", "typescript"], default: "python" },
        { name: "tests", type: "boolean", default: false },
        { name: "port", type: "number", required: false },
      ],
    });

    expect(specToForm(spec).schema).toEqual({
      type: "object",
      properties: {
        name: { type: "string" },
        key: { type: "secret" },
        language: { type: "string", enum: ["python", "typescript"], default: "python" },
        tests: { type: "boolean", default: false },
        port: { type: "number" },
      },
      required: ["name", "key", "language", "tests"],
    });
  });

  test.each([
    ["```json\n{}\n```", '{"type":"text","prompt":"City?"}', "json"],
    ["```elicit", '{"type":"text","prompt":"City?"}', "elicit"],
    ["```", '{"type":"text","prompt":"City?"}', ""],
  ])("[A2, acceptance 36] a code fence around the JSON is tolerated", (_, json, language) => {
    expect(parseSpec(`\n\`\`\`${language}\n${json}\n\`\`\`\n`)).toMatchObject({
      type: "text",
      prompt: "City?",
    });
    expect(parseSpec(json)).toMatchObject({ type: "text", prompt: "City?" });
  });

  test.each([
    ["{type: text}", "The spec is no valid JSON"],
    ["[1]", "The spec is no JSON object"],
    [
      { prompt: "City?" },
      "type: is missing; it must be one of text, choice, multi_choice, secret, confirmation, form",
    ],
    [{ type: "number", prompt: "Age?" }, 'type: is "number", and must be one of text'],
    [{ type: "text", prompt: "  " }, "prompt: must be text that says what the person is asked"],
    [{ type: "text" }, "prompt: is missing; write what the person is asked"],
    [{ type: "choice", prompt: "Which?" }, 'options: must be a list of texts such as ["red", "blue"]'],
    [
      { type: "choice", prompt: "Which?", options: ["a", "a"] },
      "options: must not have the same option twice",
    ],
    [
      { type: "text", prompt: "City?", options: ["a"] },
      "options: is only for choice and multi_choice, not for text",
    ],
    [{ type: "form", prompt: "Setup", fields: {} }, "fields: must be a list with at least one field"],
    [{ type: "form", prompt: "Setup", fields: ["name"] }, "fields[0]: must be an object"],
    [
      { type: "form", prompt: "S", fields: [{ name: "a", type: "date" }] },
      'fields[0].type: is "date", and must be one of text, secret, choice, multi_choice, boolean, number',
    ],
    [{ type: "form", prompt: "S", fields: [{ name: "a" }, { name: "a" }] }, 'fields[1].name: is "a" again'],
    [{ type: "form", prompt: "S", fields: [{ name: "1st" }] }, "fields[0].name: must begin with a letter"],
    [
      { type: "form", prompt: "S", fields: [{ name: "api_key", type: "text" }] },
      "fields[0].type: is text, and api_key looks like a credential; use secret",
    ],
    [{ type: "secret", prompt: "Key?", default: "x" }, "default: is not possible for a secret"],
    [{ type: "choice", prompt: "W?", options: ["a"], default: "b" }, "default: must be one of the options"],
    [{ type: "text", prompt: "City?", sensitive: "yes" }, "sensitive: must be true or false"],
    [{ type: "text", prompt: "City?", colour: "red" }, "colour: is unknown; there are type, prompt"],
    [
      { type: "text", prompt: "City?", timeout_seconds: -1 },
      "timeout_seconds: must be a number of seconds above 0",
    ],
    [
      { type: "text", prompt: "?", wait_seconds: 1e9 },
      "wait_seconds: must be a number of seconds above 0, up to 2073600 (24 days)",
    ],
  ])("[A2, acceptance 36] a bad spec says what is wrong and what to write: %j", (spec, problem) => {
    expect(problemsOf(spec)).toContain(problem);
  });

  test("[A2] every problem is told at once", () => {
    const problems = problemsOf({ type: "choice", prompt: "", options: [], sensitive: 1 });

    expect(problems).toContain("prompt:");
    expect(problems).toContain("options:");
    expect(problems).toContain("sensitive:");
  });

  test("[A2] whatever a model writes, it is a spec or an error that says so", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), specLike), (value) => {
        try {
          const spec = parseSpec(value);
          const { schema } = specToForm(spec);
          expect(Object.keys(schema.properties).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toMatchObject({ name: "BeckonError", code: "invalid-arguments" });
        }
      }),
    );
  });

  test.each([
    ["yes", true],
    ["No", false],
    [false, false],
    ["true", true],
  ])("[acceptance 38] a confirmation honours its default: %j", (given, expected) => {
    expect(parseSpec({ type: "confirmation", prompt: "Sure?", default: given }).default).toBe(expected);
  });
});

const specLike = fc.record(
  {
    type: fc.constantFrom("text", "choice", "multi_choice", "secret", "confirmation", "form", "other"),
    prompt: fc.string(),
    options: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
    default: fc.jsonValue(),
    sensitive: fc.oneof(fc.boolean(), fc.jsonValue()),
    fields: fc.array(
      fc.record(
        {
          name: fc.oneof(fc.string(), fc.constantFrom("a", "b", "__proto__")),
          type: fc.constantFrom("text", "secret", "choice", "boolean", "number", "x"),
          options: fc.array(fc.string()),
          default: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);
