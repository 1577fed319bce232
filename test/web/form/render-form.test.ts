// The controls of each field.

import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../../src/core/elicitation/form-schema.js";
import { canRender, renderFields, renderProblems } from "../../../src/web/form/render-form.js";
import { readControls } from "../rendered-form.js";

const render = (field: FieldSchema, isRequired = true, posted?: Record<string, string[]>): string =>
  renderFields({
    schema: { type: "object", properties: { it: field }, required: isRequired ? ["it"] : [] },
    problems: new Map(),
    ...(posted && { posted: new Map(Object.entries(posted)) }),
  })
    .map(({ text }) => text)
    .join("");

const controlsOf = (field: FieldSchema, isRequired = true) =>
  readControls(render(field, isRequired)).map(
    ({ type, value, checked }) => `${type} ${value}${checked ? " ✓" : ""}`,
  );

const letters = (count: number): string[] => [..."abcdefghijklmnop"].slice(0, count);

describe("a yes or no that is all that is asked", () => {
  const legendOf = (
    field: FieldSchema,
    isRequired = true,
    more: Record<string, FieldSchema> = {},
  ): string => {
    const [text = ""] = renderFields({
      schema: { type: "object", properties: { it: field, ...more }, required: isRequired ? ["it"] : [] },
      titleId: "title",
      problems: new Map(),
    }).map((one) => one.text);
    return /aria-labelledby="title"/.test(text)
      ? "the message"
      : (/<legend class="label"><bdi>([^<]*)/.exec(text)?.[1] ?? "");
  };

  it.each<[says: string, legend: string]>([
    ["the message", legendOf({ type: "boolean", title: "Yes" })],
    ["the message", legendOf({ type: "boolean", title: "Confirm?" })],
    ["Keep the data", legendOf({ type: "boolean", title: "Keep the data" })],
    ["it", legendOf({ type: "boolean" })],
    ["Yes", legendOf({ type: "boolean", title: "Yes" }, false)],
    ["Yes", legendOf({ type: "boolean", title: "Yes", default: true })],
    ["Yes", legendOf({ type: "boolean", title: "Yes" }, true, { other: { type: "boolean" } })],
  ])("is named by %s where nothing else says what it is about (C8, C9)", (says, legend) => {
    expect(legend).toBe(says);
  });
});

describe("a field", () => {
  it.each<[what: string, field: FieldSchema, isRequired: boolean, controls: string[]]>([
    ["short text", { type: "string", maxLength: 40, default: "x" }, true, ["text x"]],
    ["text of any length", { type: "string" }, true, ["textarea "]],
    ["long text", { type: "string", maxLength: 500 }, true, ["textarea "]],
    ["an email address", { type: "string", format: "email" }, true, ["email "]],
    ["an address", { type: "string", format: "uri" }, true, ["url "]],
    ["a date", { type: "string", format: "date", default: "2026-07-28" }, true, ["date 2026-07-28"]],
    [
      "a moment",
      { type: "string", format: "date-time", default: "2026-07-28T15:30:00+02:00" },
      true,
      ["datetime-local 2026-07-28T15:30", "select +02:00"],
    ],
    [
      "a moment without default",
      { type: "string", format: "date-time" },
      true,
      ["datetime-local ", "select "],
    ],
    [
      "a leap second",
      { type: "string", format: "date-time", default: "2016-12-31T23:59:60Z" },
      true,
      ["text 2016-12-31T23:59:60Z"],
    ],
    ["a number that is 0", { type: "number", default: 0 }, true, ["text 0"]],
    ["yes or no", { type: "boolean" }, true, ["radio yes", "radio no"]],
    ["yes or no with the default no", { type: "boolean", default: false }, true, ["radio yes", "radio no ✓"]],
    ["yes, no or no answer", { type: "boolean" }, false, ["radio yes", "radio no", "radio "]],
    [
      "seven options",
      { type: "string", enum: letters(7) },
      true,
      letters(7).map((_, index) => `radio ${index}`),
    ],
    ["eight options", { type: "string", enum: letters(8) }, true, ["select "]],
    ["eight options with a default", { type: "string", enum: letters(8), default: "b" }, true, ["select 1"]],
    ["an optional choice", { type: "string", enum: ["a"] }, false, ["radio 0", "radio "]],
    [
      "several options",
      { type: "array", items: { type: "string", enum: ["a", "b"] }, default: ["b"] },
      true,
      ["checkbox 0", "checkbox 1 ✓"],
    ],
    ["a secret", { type: "secret" }, true, ["password "]],
    ["a secret of several lines", { type: "secret", multiline: true }, true, ["textarea "]],
    ["a file", { type: "file", maxBytes: 1, maxFiles: 1 }, true, ["file "]],
  ])(
    "for %s has the controls for it, and nothing chosen but its default",
    (_what, field, isRequired, controls) => {
      expect(controlsOf(field, isRequired)).toEqual(controls);
    },
  );

  it.each<[FieldSchema, string]>([
    [{ type: "string", enum: ["in", "out"] }, "in"],
    [{ type: "string", enum: ["in", "out"], enumNames: ["Inside", "Terrace"] }, "Terrace"],
    [{ type: "string", oneOf: [{ const: "in", title: "Inside" }] }, "Inside"],
    [{ type: "array", items: { type: "string", enum: ["in", "out"] } }, "out"],
    [{ type: "array", items: { anyOf: [{ const: "in", title: "Inside" }] } }, "Inside"],
  ])("names its options: %j", (field, title) => {
    expect(render(field)).toContain(`<bdi>${title}</bdi>`);
  });

  it.each<[FieldSchema, string]>([
    [{ type: "integer", minimum: 1, maximum: 20 }, "A whole number from 1 to 20."],
    [{ type: "number", minimum: 0 }, "A number, 0 or more."],
    [{ type: "string", minLength: 2, maxLength: 4 }, "2 to 4 characters."],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, maxItems: 2 },
      "Choose 1 to 2.",
    ],
    [
      { type: "file", maxBytes: 5 * 1024 * 1024, maxFiles: 3, accept: [".pdf", "image/*"] },
      "Up to 3 files, 5 MB at most each. PDF or image files.",
    ],
    [
      { type: "file", maxBytes: 1024, maxFiles: 1, accept: ["image/*"] },
      "One file, 1 KB at most. Image files.",
    ],
  ])("says what it takes: %j", (field, hint) => {
    expect(render(field)).toContain(hint);
  });

  it("for a secret of several lines is masked, and neither kept nor looked into by the browser", () => {
    const text = render({ type: "secret", multiline: true }, true, { f0: ["given\nbefore"] });
    expect(text).toMatch(/<textarea[^>]* class="concealed"[^>]* autocomplete="off"[^>]* spellcheck="false"/);
    expect(text).not.toContain("given");
  });

  it("is called by its title, else by its name", () => {
    expect(render({ type: "string", title: "Guests" })).toContain(
      '<label class="label" for="f0"><bdi>Guests</bdi></label>',
    );
    expect(render({ type: "string" })).toContain("<bdi>it</bdi>");
  });

  it.each<[FieldSchema, string]>([
    [{ type: "integer", minimum: 0 }, "numeric"],
    [{ type: "number", minimum: 0 }, "decimal"],
    [{ type: "number" }, "text"],
  ])("for a number brings up keys that can type it: %j", (field, inputmode) => {
    expect(render(field)).toContain(`inputmode="${inputmode}"`);
  });

  it("is called by its title, and its description is shown (C8)", () => {
    for (const field of [
      { type: "string", maxLength: 9 },
      { type: "boolean" },
      { type: "string", enum: ["a", "b"] },
      { type: "array", items: { type: "string", enum: ["a", "b"] } },
    ] as const) {
      const text = render({ ...field, title: "The title", description: "What it <is>." });
      expect(text).toMatch(/class="label"[^>]*><bdi>The title<\/bdi>/);
      expect(text).toMatch(/<div id="f0-description"><div[^>]*>What it &lt;is&gt;\.<\/div>/);
    }
  });

  it("is described by its help and its problem", () => {
    const schema = {
      type: "object",
      properties: { it: { type: "integer", minimum: 1, description: "Help." } },
    } as const;
    const shown = { schema, problems: new Map([["it", "must be at least 1"]]) };
    const [field] = renderFields(shown);
    expect(field?.text).toContain('aria-describedby="f0-description f0-hint f0-problem"');
    expect(field?.text).toContain('aria-invalid="true"');
    expect(renderProblems(shown)?.text).toContain('href="#f0"');
  });

  it("that no page knows is shown as it is, and cannot be accepted", () => {
    // A form that was made elsewhere can have anything in it.
    const schema = { type: "object", properties: { it: { type: "matrix" } } } as never;
    const [field] = renderFields({ schema, problems: new Map() });
    expect(field?.text).toContain("cannot be shown here");
    expect(field?.text).toContain("matrix");
    expect(canRender({ schema })).toBe(false);
  });

  it("keeps a date that no picker can show", () => {
    expect(render({ type: "string", format: "date" }, true, { f0: ["tomorrow"] })).toContain(
      'type="text" class="short" value="tomorrow"',
    );
  });
});
