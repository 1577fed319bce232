// The request that shows a form, with its text kept for the next time.

import { describe, expect, it } from "vitest";
import { field } from "../../../src/core/elicitation/field.js";
import { form } from "../../../src/core/elicitation/form.js";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { revisionOf } from "../../../src/protocol/revisions.js";
import { formRequest } from "../../../src/server/asking/form-request.js";

const revision = (version: string) => {
  const found = revisionOf(version);
  if (found === undefined) throw new Error(`There is no revision ${version}.`);
  return found;
};
const paramsOf = (message: string, schema: FormSchema, version: string): unknown =>
  JSON.parse(formRequest(message, schema, revision(version))?.paramsJson ?? "null");

describe("the request of a form", () => {
  const { schema } = form("Where?", {
    seat: field.choice({ options: { in: "Inside", out: "Terrace" } }),
  });

  it("is in the words of its revision, whichever was asked before", () => {
    for (let round = 0; round < 2; round += 1) {
      expect(paramsOf("Where?", schema, "2026-07-28")).toMatchObject({ mode: "form" });
      expect(paramsOf("Where?", schema, "2025-06-18")).toEqual({
        message: "Where?",
        requestedSchema: {
          type: "object",
          properties: { seat: { type: "string", enum: ["in", "out"], enumNames: ["Inside", "Terrace"] } },
          required: ["seat"],
        },
      });
      expect(formRequest("Where?", schema, revision("2024-11-05"))).toBe(undefined);
    }
  });

  it("says the message that it is asked with", () => {
    expect(paramsOf("Where?", schema, "2025-11-25")).toMatchObject({ message: "Where?" });
    expect(paramsOf("Where then?", schema, "2025-11-25")).toMatchObject({ message: "Where then?" });
  });

  it("follows a schema that changes", () => {
    const open: { type: "object"; properties: Record<string, { type: "boolean" }> } = {
      type: "object",
      properties: { a: { type: "boolean" } },
    };
    expect(paramsOf("?", open, "2026-07-28")).toMatchObject({ requestedSchema: open });
    open.properties.b = { type: "boolean" };
    expect(paramsOf("?", open, "2026-07-28")).toMatchObject({ requestedSchema: open });
  });
});
