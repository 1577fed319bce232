// The parameters of elicitation/create, as each revision has them.

import { describe, expect, it } from "vitest";
import { field } from "../../../src/core/elicitation/field.js";
import { form } from "../../../src/core/elicitation/form.js";
import { formFromSchema } from "../../../src/core/elicitation/form-from-schema.js";
import { formParams, urlParams } from "../../../src/protocol/elicitation/elicit-params.js";
import { errorMessage } from "../../../src/protocol/json-rpc.js";
import { urlElicitationRequired } from "../../../src/protocol/rpc-error.js";
import { type RevisionName, type Validators, validatorsOf } from "../../property/wire-schema-validators.js";
import { revisionNamed } from "./revision-named.js";

const validators = new Map<RevisionName, Validators>();
const validatorsFor = (version: RevisionName): Validators => {
  const made = validators.get(version) ?? validatorsOf(version);
  validators.set(version, made);
  return made;
};

const { schema } = form("Sure?", { sure: field.boolean() });

/** Every shape but those of several choices, which 2025-06-18 does not have. */
const single = form("Fill in.", {
  text: field.string({
    title: "T",
    description: "D",
    minLength: 1,
    maxLength: 9,
    pattern: /a/,
    default: "a",
  }),
  email: field.string({ format: "email" }),
  page: field.string({ format: "uri", optional: true }),
  day: field.string({ format: "date" }),
  at: field.string({ format: "date-time" }),
  price: field.number({ minimum: 0, maximum: 9.5, default: 0 }),
  count: field.integer({ default: 1 }),
  quiet: field.boolean({ default: false }),
  untitled: field.choice({ options: ["a", "b"], default: "a" }),
  titled: field.choice({ title: "T", options: { a: "A", b: "B" }, default: "b" }),
}).schema;
const several = form("Fill in.", {
  untitled: field.choices({ title: "T", options: ["a", "b"], min: 1, max: 2, default: ["a"] }),
  titled: field.choices({ description: "D", options: { a: "A", b: "B" }, optional: true }),
}).schema;
const named = formFromSchema("Fill in.", {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { it: { type: "string", enum: ["a"], enumNames: ["A"], default: "a" } },
}).schema;

describe("a form on the wire", () => {
  it.each(["2025-11-25", "2026-07-28"])("says its mode in %s", (version) => {
    expect(formParams("Sure?", schema, revisionNamed(version))).toStrictEqual({
      mode: "form",
      message: "Sure?",
      requestedSchema: schema,
    });
  });

  it("has no mode in 2025-06-18", () => {
    expect(formParams("Sure?", schema, revisionNamed("2025-06-18"))).toStrictEqual({
      message: "Sure?",
      requestedSchema: schema,
    });
  });

  it.each(["2024-11-05", "2025-03-26"])("does not exist in %s", (version) => {
    expect(formParams("Sure?", schema, revisionNamed(version))).toBeUndefined();
  });

  it.each([
    ["2025-11-25", single],
    ["2025-11-25", several],
    ["2025-11-25", named],
    ["2026-07-28", single],
    ["2026-07-28", several],
    ["2026-07-28", named],
  ] as const)("is what the schema of %s asks for, case %#", (version, asked) => {
    const params = formParams("Fill in.", asked, revisionNamed(version));
    expect(validatorsFor(version).published("ElicitRequestFormParams", params)).toEqual([]);
  });

  it.each([single, named])("is what the schema of 2025-06-18 asks for, case %#", (asked) => {
    const params = formParams("Fill in.", asked, revisionNamed("2025-06-18"));
    const request = { method: "elicitation/create", params };
    expect(validatorsFor("2025-06-18").published("ElicitRequest", request)).toEqual([]);
  });

  it.each(["2025-11-25", "2026-07-28"] as const)(
    "has no member that %s does not know, but for pattern",
    (version) => {
      const { closed } = validatorsFor(version);
      const fields = [single, several, named].flatMap(({ properties }) => Object.values(properties));
      for (const field of fields) {
        // The schemas of MCP have no pattern, and clients that do not know it lose nothing.
        const { pattern: _, ...known } = field as { pattern?: string };
        expect(closed("PrimitiveSchemaDefinition", known)).toEqual([]);
      }
    },
  );
});

describe("a page on the wire", () => {
  const HREF = "https://example.com/pay";

  it("is exactly mode, message, url and id in the legacy era", () => {
    const params = urlParams("Pay.", HREF, "id-1", revisionNamed("2025-11-25"));
    expect(params).toStrictEqual({ mode: "url", message: "Pay.", url: HREF, elicitationId: "id-1" });
    expect(validatorsFor("2025-11-25").closed("ElicitRequestURLParams", params)).toEqual([]);
  });

  it("has no id in the modern era", () => {
    const params = urlParams("Pay.", HREF, "id-1", revisionNamed("2026-07-28"));
    expect(params).toStrictEqual({ mode: "url", message: "Pay.", url: HREF });
    expect(validatorsFor("2026-07-28").closed("ElicitRequestURLParams", params)).toEqual([]);
  });

  it.each(["2024-11-05", "2025-03-26", "2025-06-18"])("does not exist in %s", (version) => {
    expect(urlParams("Pay.", HREF, "id-1", revisionNamed(version))).toBeUndefined();
  });

  it("that must be visited first is an error with the code -32042", () => {
    const params = urlParams("Pay.", HREF, "id-1", revisionNamed("2025-11-25"));
    if (params === undefined) throw new Error("It cannot be sent.");
    const error = urlElicitationRequired([params]);
    expect(error).toMatchObject({ code: -32042, data: { elicitations: [params] } });
    const message = JSON.parse(errorMessage(1, error));
    expect(validatorsFor("2025-11-25").published("URLElicitationRequiredError", message)).toEqual([]);
  });
});
