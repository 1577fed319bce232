// Reads what a browser posted back into the typed content of an answer.

import type { FileReference, FormContent, FormValue } from "../../core/elicitation/answer.js";
import { hasDefault, type KnownField, kindOf } from "../../core/elicitation/field-kind.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { optionsOf } from "../../core/elicitation/options-of.js";
import { readNumber } from "../../core/elicitation/read-number.js";
import type { Problem } from "../../core/problem.js";
import { type PlacedField, type Posted, placeFields, postedText, zoneControl } from "./controls.js";
import { fromLocalTime, isLocal } from "./date-time.js";
import { asSent, isUnchanged } from "./shown-text.js";

/** Files that came with the form, by control. */
export type PostedFiles = ReadonlyMap<string, readonly FileReference[]>;

/** The content, and what the content itself cannot say is wrong with it. */
export interface ReadContent {
  /** Not checked: values that do not fit are in it as they came. */
  readonly content: FormContent;
  /** What only the one who read it can know. */
  readonly problems: readonly Problem[];
}

/** Reads a form. A field that was left empty is absent; one whose default was emptied is empty. */
export function readContent(schema: FormSchema, posted: Posted, files: PostedFiles = new Map()): ReadContent {
  const entries: [string, FormValue][] = [];
  const problems: Problem[] = [];
  for (const placed of placeFields(schema)) {
    const known = kindOf(placed);
    if (known === undefined) continue;
    const { value, problem } = readField(known, placed, posted, files);
    if (value !== undefined) entries.push([placed.name, value]);
    if (problem !== undefined) problems.push({ path: placed.name, message: problem });
  }
  // Unlike assignment, this makes a plain member of any name.
  return { content: Object.fromEntries(entries), problems };
}

interface ReadField {
  readonly value?: FormValue | undefined;
  readonly problem?: string | undefined;
}

function readField(known: KnownField, placed: PlacedField, posted: Posted, files: PostedFiles): ReadField {
  const { control, isRequired } = placed;
  const text = postedText(posted, control);
  const zone = postedText(posted, zoneControl(control));
  if (isUnchanged(known, text, zone) && "default" in known.field) return { value: known.field.default };
  switch (known.kind) {
    case "text":
      return { value: emptied(known, "format" in known.field ? text.trim() : asSent(text)) };
    case "credential":
      return { value: text === "" ? undefined : text };
    case "secret":
      return { value: text === "" ? undefined : known.field.multiline ? asSent(text) : text };
    case "date":
      return { value: emptied(known, text.trim()) };
    case "date-time":
      return readInstant(known, text.trim(), zone);
    case "number":
      return text.trim() === "" ? { value: emptied(known, "") } : readNumber(text);
    case "boolean":
      return { value: text === "" ? undefined : text === "yes" };
    case "choice":
      return { value: text === "" ? undefined : optionsOf(known.field)[Number(text)]?.const };
    case "choices": {
      const options = optionsOf(known.field);
      const chosen = (posted.get(control) ?? []).flatMap((index) => options[Number(index)]?.const ?? []);
      // None at all can be an answer, unless the question could be left out.
      const isAnswer = chosen.length > 0 || isRequired || hasDefault(known.field);
      if (!isAnswer) return {};
      const preset = known.field.default ?? [];
      const isPreset = preset.length === chosen.length && preset.every((one) => chosen.includes(one));
      // Boxes have an order of their own, and the default keeps the one it was given in.
      return { value: isPreset ? preset : chosen };
    }
    case "file": {
      const uploaded = files.get(control) ?? [];
      return { value: uploaded.length === 0 ? undefined : uploaded };
    }
  }
}

/** Absent when left empty. Where there is a default, which would be filled in, emptying it is an answer to be judged. */
const emptied = ({ field }: KnownField, text: string): string | undefined =>
  text === "" && !hasDefault(field) ? undefined : text;

function readInstant(known: KnownField, text: string, zone: string): ReadField {
  if (text === "") return { value: emptied(known, text) };
  const value = isLocal(text) ? fromLocalTime(text, zone) : text;
  return isLocal(text) && zone === "" ? { value, problem: "needs the time zone that it is in" } : { value };
}
