// What was answered, as a person reads it.

import type { FormContent, FormValue } from "../../../core/elicitation/answer.js";
import { byteLabel } from "../../../core/elicitation/field-hint.js";
import type { FieldSchema, FormSchema } from "../../../core/elicitation/form-schema.js";
import { isChoice, optionsOf } from "../../../core/elicitation/options-of.js";
import { foreignBlock, foreignLine } from "../../html/foreign-text.js";
import { type Html, type HtmlValue, html } from "../../html/html.js";

/** The fields with their values; `undefined` when nothing was filled in. */
export function shownAnswer(
  schema: FormSchema | undefined,
  content: FormContent | undefined,
): Html | undefined {
  const rows = Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const value = content !== undefined && Object.hasOwn(content, name) ? content[name] : undefined;
    if (value === undefined) return [];
    const label = field.title === undefined || field.title.trim() === "" ? name : field.title;
    return [html`<div><dt>${foreignLine(label)}</dt><dd>${shownValue(field, value)}</dd></div>\n`];
  });
  return rows.length === 0 ? undefined : html`<dl class="given">${rows}</dl>`;
}

function shownValue(field: FieldSchema, value: FormValue): HtmlValue {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return isChoice(field) ? foreignLine(titleOf(field, value)) : textOf(value);
  if (value.length === 0) return "None";
  const lines = value.map((one) =>
    typeof one === "string"
      ? foreignLine(field.type === "array" ? titleOf(field, one) : one)
      : html`${foreignLine(one.name)} <span class="soft">${byteLabel(one.bytes)}</span>`,
  );
  return lines.map((line, index) => html`${index > 0 && ", "}${line}`);
}

const titleOf = (field: Parameters<typeof optionsOf>[0], value: string): string =>
  optionsOf(field).find((option) => option.const === value)?.title ?? value;

const textOf = (text: string): HtmlValue =>
  text === "" ? "(empty)" : foreignBlock(text, "given-text", 400, 6);
