import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFormSchema } from "../../src/client/read-form-schema.js";
import { readQuestion } from "../../src/client/read-question.js";
import { checkContent } from "../../src/core/elicitation/check-content.js";

const formOf = (properties: object, more: object = {}): unknown => ({
  message: "Please.",
  requestedSchema: { type: "object", properties, ...more },
});

describe("forms", () => {
  /** The eight shapes of MCP, in an order that no sorting would give. */
  const shapes = {
    text: { type: "string", title: "Text", format: "email" },
    amount: { type: "number", minimum: 0 },
    yes: { type: "boolean", default: false },
    untitled: { type: "string", enum: ["a", "b"] },
    titled: { type: "string", oneOf: [{ const: "a", title: "A" }] },
    several: { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 1 },
    named: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } },
    legacy: { type: "string", enum: ["a", "b"], enumNames: ["A", "B"] },
  };

  test("[C8, acceptance 30] the eight shapes are taken as they are, in their order", () => {
    const question = readQuestion(formOf(shapes, { required: ["yes"] }));

    expect(question).toMatchObject({ mode: "form", schema: { required: ["yes"] } });
    if (question.problem !== undefined || question.mode !== "form") throw new Error("No form was read.");
    expect(Object.entries(question.schema.properties)).toEqual(Object.entries(shapes));
  });

  test("[C8] what a library adds to a form does not keep it from being shown", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      additionalProperties: false,
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, examples: ["Ann"] },
        age: { type: "integer", exclusiveMinimum: 0, maximum: 9007199254740991 },
        site: { type: "string", format: "hostname" },
        size: { $ref: "#/$defs/size" },
        note: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
      },
      required: ["name"],
      $defs: { size: { type: "string", enum: ["s", "m"] } },
    };

    expect(readFormSchema(schema)).toEqual({
      type: "object",
      properties: {
        name: { type: "string", minLength: 1 },
        age: { type: "integer", minimum: 1 },
        site: { type: "string" },
        size: { type: "string", enum: ["s", "m"] },
        note: { type: "string" },
      },
      required: ["name"],
    });
  });

  test.each([
    ["an object", { type: "object", properties: {} }],
    ["a list of anything", { type: "array", items: { type: "string" } }],
    ["a union", { type: ["string", "number"] }],
    ["options that are no text", { type: "integer", enum: [1, 2] }],
    ["nothing", {}],
    ["a reference to elsewhere", { $ref: "https://evil.example/schema.json" }],
    ["a secret", { type: "secret" }],
    ["a file", { type: "file", maxBytes: 1, maxFiles: 1 }],
    ["no schema", true],
  ])("[C8] a field that is %s is a problem, and never an approval", (_, field) => {
    expect(readQuestion(formOf({ odd: field })).problem).toContain("odd");
  });

  test.each([
    ["no schema at all", { message: "x" }],
    ["a schema that is no object", { message: "x", requestedSchema: { type: "string" } }],
    ["required fields that are not there", formOf({}, { required: ["gone"] })],
    ["no message", { requestedSchema: { type: "object", properties: {} } }],
    ["an unknown mode", { mode: "dance", message: "x" }],
    ["nothing", undefined],
  ])("[C8] %s is a problem, and never an approval", (_, params) => {
    expect(readQuestion(params).problem).toEqual(expect.any(String));
  });

  test("[C8] whatever a server sends is a form that can be filled in, or a problem", () => {
    fc.assert(
      fc.property(
        fc.object({ maxDepth: 3 }),
        fc.array(fc.string(), { maxLength: 3 }),
        (properties, required) => {
          const question = readQuestion(formOf(properties, { required }));
          if (question.problem !== undefined || question.mode !== "form") return;
          // A check that throws would leave the person without an answer.
          checkContent(question.schema, {});
          for (const field of Object.values(question.schema.properties))
            expect(["string", "number", "integer", "boolean", "array"]).toContain(field.type);
        },
      ),
    );
  });
});

describe("pages", () => {
  test.each(["https://a.example/x?y#z", "http://127.0.0.1:8080/"])("[C13] %s can be shown", (url) => {
    expect(readQuestion({ mode: "url", message: "Go.", url, elicitationId: "e1" })).toEqual({
      mode: "url",
      message: "Go.",
      url,
      id: "e1",
    });
  });

  test.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,x",
    "ftp://a.example",
    "vscode://x",
    "/relative",
    "",
    7,
  ])("[C13] %s is refused", (url) => {
    const question = readQuestion({ mode: "url", message: "Go.", url });

    expect(question.problem).toEqual(expect.any(String));
    // A query may be nobody's business.
    expect(question.problem).not.toContain("alert");
  });
});
