// Which schemas are checked without the validator, and which values it is asked about all the same.

import { describe, expect, it } from "vitest";
import { quickCheck } from "../../../src/server/catalog/quick-check.js";

const search = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    query: { type: "string", description: "What to look for", minLength: 1 },
    limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
    order: { type: "string", enum: ["newest", "oldest"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 3 },
    region: { type: "string", "x-mcp-header": "Region" },
  },
  required: ["query"],
  additionalProperties: false,
};

describe("the quick check of a simple schema", () => {
  it.each([
    { query: "tea" },
    { query: "tea", limit: 100, order: "oldest", tags: ["a", "b"], region: "north" },
    Object.assign(Object.create(null), { query: "tea" }),
  ])("lets %j through", (value) => {
    expect(quickCheck(search)?.(value)).toBe(true);
  });

  it.each([
    ["a member too many", { query: "tea", toString: 1 }],
    ["one too few", { limit: 1 }],
    ["one of another type", { query: 5 }],
    ["one out of bounds", { query: "tea", limit: 101 }],
    ["one that is not listed", { query: "tea", order: "dearest" }],
    ["an item of another type", { query: "tea", tags: ["a", 1] }],
    ["too many items", { query: "tea", tags: ["a", "b", "c", "d"] }],
    ["a member that is undefined", { query: undefined }],
    ["a member that it inherits", Object.create({ query: "tea" })],
    ["no object", ["query"]],
  ])("does not let %s through", (_what, value) => {
    expect(quickCheck(search)?.(value)).toBe(false);
  });

  it("leaves a text to the validator that may be too short", () => {
    const fits = quickCheck({ type: "string", minLength: 2 });
    expect([fits?.("😀"), fits?.("abc")]).toEqual([false, true]);
  });

  it.each([
    ["a reference", { $ref: "#/$defs/name", $defs: { name: { type: "string" } } }],
    ["a pattern inside", { type: "object", properties: { a: { type: "string", pattern: "^a" } } }],
    ["a format", { type: "string", format: "date" }],
    ["several types", { type: ["string", "null"] }],
    ["a choice of schemas", { anyOf: [{ type: "string" }] }],
    ["bounds without a type", { minimum: 1 }],
    ["bounds of draft-04", { type: "number", minimum: 1, exclusiveMinimum: true }],
    ["items of draft-07", { type: "array", items: [{ type: "string" }] }],
    ["a listed object", { enum: [{}] }],
    ["a requirement that it does not describe", { type: "object", required: ["a"] }],
    ["false inside", { type: "object", properties: { a: false } }],
  ])("leaves a schema with %s to the validator", (_what, schema) => {
    expect(quickCheck(schema)).toBeUndefined();
  });
});
