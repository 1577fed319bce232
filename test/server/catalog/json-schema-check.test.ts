// Names that every object answers to are members like all others; messages name what they speak of.

import { describe, expect, it } from "vitest";
import { jsonSchemaCheck } from "../../../src/server/catalog/json-schema-check.js";
import { quickCheck } from "../../../src/server/catalog/quick-check.js";

/** An object with a member of its own, whatever that is called. */
const own = (name: string, member: unknown): object => JSON.parse(`{"${name}":${JSON.stringify(member)}}`);

describe.each(["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf"])(
  "a member called %s",
  (name) => {
    const optional = { type: "object", properties: own(name, { type: "string" }) };
    const required = { ...optional, required: [name] };

    it("may be left out where it is optional", () => {
      expect(jsonSchemaCheck(optional)({})).toEqual({ value: {} });
      expect(quickCheck(optional)?.({})).toBe(true);
      expect(jsonSchemaCheck({ type: "object", properties: own(name, false) })({}).problems).toBeUndefined();
    });

    it("is missed where it is required, also when nothing else is said of it", () => {
      expect(jsonSchemaCheck(required)({}).problems).toHaveLength(1);
      expect(quickCheck(required)?.({})).toBe(false);
      expect(jsonSchemaCheck({ type: "object", required: [name] })({}).problems).toHaveLength(1);
    });

    it("is held against its schema when it is there, at any depth", () => {
      const list = jsonSchemaCheck({ type: "array", items: required });
      const given = [own(name, "text")];
      expect(list(given)).toEqual({ value: given });
      expect((list(given) as { readonly value: unknown }).value).toBe(given);
      expect(list([own(name, 1)]).problems).toEqual([{ path: `[0].${name}`, message: "must be string" }]);
    });

    it("alone does not bring another one along", () => {
      const closed = { type: "object", properties: {}, additionalProperties: false };
      expect(jsonSchemaCheck(closed)({}).problems).toBeUndefined();
      expect(jsonSchemaCheck(closed)(own(name, 1)).problems).toHaveLength(1);
    });
  },
);

it("names the values that are allowed", () => {
  const check = jsonSchemaCheck({ properties: { seat: { enum: ["in", 2] }, kind: { const: "table" } } });
  expect(check({ seat: "up", kind: "chair" }).problems).toEqual([
    { path: "seat", message: 'must be equal to one of the allowed values: "in", 2' },
    { path: "kind", message: 'must be equal to constant: "table"' },
  ]);
});

it("names a few of very many values", () => {
  const check = jsonSchemaCheck({ enum: Array.from({ length: 1_000 }, (_, index) => `value ${index}`) });
  const [problem] = check("none").problems ?? [];
  expect(problem?.message).toContain('"value 0", "value 1"');
  expect(problem?.message).toMatch(/…$/);
  expect(problem?.message.length).toBeLessThan(600);
});
