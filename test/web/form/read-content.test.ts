// What was posted, as content.

import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../../src/core/elicitation/form-schema.js";
import { readContent } from "../../../src/web/form/read-content.js";

const read = (field: FieldSchema, text: string, zone?: string, isRequired = false) => {
  const posted = new Map([["f0", [text]]]);
  if (zone !== undefined) posted.set("f0-zone", [zone]);
  const schema = { type: "object", properties: { it: field }, required: isRequired ? ["it"] : [] } as const;
  const { content, problems } = readContent(schema, posted);
  return problems.length > 0 ? problems.map(({ message }) => message) : content;
};

describe("a field", () => {
  it.each<[FieldSchema, string]>([
    [{ type: "string" }, ""],
    [{ type: "number" }, " "],
    [{ type: "boolean" }, ""],
    [{ type: "string", enum: ["a"] }, ""],
    [{ type: "secret" }, ""],
    [{ type: "string", format: "date-time" }, ""],
  ])("that was left empty is absent: %j", (field, text) => {
    expect(read(field, text)).toEqual({});
  });

  it.each<[FieldSchema, string, unknown]>([
    [{ type: "string" }, " a\r\nb ", " a\nb "],
    [{ type: "string", format: "email" }, " ada@example.com ", "ada@example.com"],
    [{ type: "number" }, " 1.50 ", 1.5],
    [{ type: "number" }, "−3", -3],
    [{ type: "number" }, "+.5e1", 5],
    [{ type: "number" }, "1,5", "1,5"],
    [{ type: "number" }, "0x10", "0x10"],
    [{ type: "integer" }, "4", 4],
    [{ type: "integer" }, "9007199254740993", undefined],
    [{ type: "boolean" }, "no", false],
    [{ type: "string", enum: ["", "b"] }, "0", ""],
    [{ type: "secret" }, " s ", " s "],
    [{ type: "secret", multiline: true }, " a\r\n\r\nb\r\n", " a\n\nb\n"],
    [{ type: "string", default: "x" }, "", ""],
    [{ type: "integer", default: 0 }, "0", 0],
    [{ type: "string", default: "a\u202E\nb" }, "a\uFFFD\r\nb", "a\u202E\nb"],
    [{ type: "string", default: "a\r\nb" }, "a\r\nb", "a\r\nb"],
  ])("%j, filled in with %j, is %j", (field, text, value) => {
    if (value === undefined) expect(read(field, text)).toEqual(["has more digits than can be kept exactly"]);
    else expect(read(field, text)).toEqual({ it: value });
  });

  it("for several options without any is absent where it need not be given, and empty where it must (C9)", () => {
    const several = { type: "array", items: { type: "string", enum: ["a", "b"] } } as const;
    const none = (field: FieldSchema, required: readonly string[]) =>
      readContent({ type: "object", properties: { it: field }, required }, new Map()).content;
    expect(none(several, [])).toEqual({});
    expect(none(several, ["it"])).toEqual({ it: [] });
    expect(none({ ...several, default: ["a"] }, [])).toEqual({ it: [] });
  });

  const moment: FieldSchema = { type: "string", format: "date-time" };
  it.each<[string, string | undefined, unknown]>([
    ["2026-07-28T15:30", "+02:00", { it: "2026-07-28T15:30:00+02:00" }],
    ["2026-07-28T15:30:05.5", "Z", { it: "2026-07-28T15:30:05.5Z" }],
    ["2026-07-28T15:30", "", ["needs the time zone that it is in"]],
    ["2026-07-28T15:30:00Z", undefined, { it: "2026-07-28T15:30:00Z" }],
    ["soon", undefined, { it: "soon" }],
  ])("for a moment, filled in with %s and %s, is %j", (text, zone, value) => {
    expect(read(moment, text, zone)).toEqual(value);
  });
});
