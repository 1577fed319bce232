// Each revision gets forms in the shapes it knows.

import { describe, expect, it } from "vitest";
import { field } from "../../../src/core/elicitation/field.js";
import { form } from "../../../src/core/elicitation/form.js";
import { formFromSchema } from "../../../src/core/elicitation/form-from-schema.js";
import { formTo } from "../../../src/protocol/elicitation/form-to.js";
import { revisionNamed } from "./revision-named.js";

const mixed = form("Fill in.", {
  name: field.string({ title: "Name", pattern: "^a", default: "ada" }),
  guests: field.integer({ minimum: 1, default: 2 }),
  quiet: field.boolean({ default: false }),
  seat: field.choice({ title: "Where", options: { in: "Inside", out: "Terrace" }, default: "in" }),
  floor: field.choice({ options: ["first", "second"], default: "first", optional: true }),
}).schema;

const several = form("Fill in.", { tags: field.choices({ options: ["a"] }) }).schema;

describe("a form", () => {
  it.each(["2025-11-25", "2026-07-28"])("is sent to %s as it is", (version) => {
    expect(formTo(mixed, revisionNamed(version))).toBe(mixed);
    expect(formTo(several, revisionNamed(version))).toBe(several);
  });

  it.each(["2024-11-05", "2025-03-26"])("cannot be sent to %s", (version) => {
    expect(formTo(mixed, revisionNamed(version))).toBeUndefined();
  });

  it("is sent to 2025-06-18 with enumNames, and defaults of booleans only", () => {
    expect(formTo(mixed, revisionNamed("2025-06-18"))).toStrictEqual({
      type: "object",
      properties: {
        name: { type: "string", title: "Name", pattern: "^a" },
        guests: { type: "integer", minimum: 1 },
        quiet: { type: "boolean", default: false },
        seat: { type: "string", title: "Where", enum: ["in", "out"], enumNames: ["Inside", "Terrace"] },
        floor: { type: "string", enum: ["first", "second"] },
      },
      required: ["name", "guests", "quiet", "seat"],
    });
  });

  it("with a multiple choice cannot be sent to 2025-06-18", () => {
    expect(formTo(several, revisionNamed("2025-06-18"))).toBeUndefined();
  });

  it("loses in 2025-06-18 the $schema that it does not know, and no required that it has not", () => {
    const plain = formFromSchema("Fill in.", {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { a: { type: "string", enum: ["x"], enumNames: ["X"] } },
    }).schema;
    expect(formTo(plain, revisionNamed("2025-06-18"))).toStrictEqual({
      type: "object",
      properties: { a: { type: "string", enum: ["x"], enumNames: ["X"] } },
    });
  });
});
