// What a person has put into a field so far, and the value that it stands for.

import type { FormValue } from "../../core/elicitation/answer.js";
import { readNumber } from "../../core/elicitation/read-number.js";
import { findValueProblem } from "../../core/elicitation/value-problem.js";
import type { CardField } from "../card/card-field.js";
import type { Key } from "../keys/key.js";
import { type ChoiceEntry, choiceEntry, chooseByLetter, editChoice } from "./choice-entry.js";
import { editText, type LineBreaks, type TextEntry, textEntry, textOf } from "./text-entry.js";

/** What stands in a field. */
export type Entry =
  | { readonly type: "text"; readonly text: TextEntry }
  | { readonly type: "choice"; readonly choice: ChoiceEntry };

/** What stands in a field before anybody touched it: what was typed there before, else its default, unless nobody may see it. */
export function firstEntry(field: CardField): Entry {
  const { options, draft } = field;
  if (options === undefined)
    return { type: "text", text: textEntry(draftText(field) ?? presetText(field) ?? "") };
  const preset = choiceEntry(options);
  if (draft === undefined) return { type: "choice", choice: preset };
  const values: readonly unknown[] = Array.isArray(draft) ? draft : [draft];
  const chosen = options.flatMap(({ value }, place) =>
    value !== undefined && values.includes(value) ? [place] : [],
  );
  return { type: "choice", choice: { ...preset, chosen, mark: chosen[0] ?? -1 } };
}

/** The entry after a key; `undefined` when the field has no use for it. */
export function editEntry(field: CardField, entry: Entry, key: Key): Entry | undefined {
  if (entry.type === "text") {
    const text = editText(entry.text, key, breaksIn(field));
    return text && { type: "text", text };
  }
  const options = field.options ?? [];
  // A yes and a no need no search. Only an approval is decided by their letters.
  if (field.known.kind === "boolean" && key.type === "text" && !/^[\d ]$/.test(key.text))
    return field.isDecision && !key.isBurst
      ? { type: "choice", choice: chooseByLetter(entry.choice, key.text, options) }
      : entry;
  const choice = editChoice(entry.choice, key, options, isSeveral(field));
  return choice && { type: "choice", choice };
}

/** True when several options can be chosen. */
export const isSeveral = ({ known }: CardField): boolean => known.kind === "choices";

/** True when nobody has changed the author's default. */
export function isPreset(field: CardField, entry: Entry): boolean {
  if (!field.hasDefault) return false;
  if (entry.type === "text") return textOf(entry.text) === (presetText(field) ?? "");
  const preset = choiceEntry(field.options ?? []).chosen;
  return (
    preset.length === entry.choice.chosen.length &&
    preset.every((place) => entry.choice.chosen.includes(place))
  );
}

/** What a field's entry stands for; `undefined` for no answer. `problem` is what the value itself cannot say. */
export function readEntry(
  field: CardField,
  entry: Entry,
): { readonly value: FormValue | undefined; readonly problem?: string | undefined } {
  const { known } = field;
  if (isPreset(field, entry)) return { value: presetOf(field) };
  if (entry.type === "choice") return { value: chosenValue(field, entry.choice) };
  const text = textOf(entry.text);
  if (field.isMasked) return { value: text === "" ? undefined : text };
  const written = "format" in known.field || known.kind === "number" ? text.trim() : text;
  // Emptying a default is an answer to be judged, since the default would be filled in for none.
  if (written === "") return { value: field.hasDefault ? "" : undefined };
  return known.kind === "number" ? readNumber(written) : { value: written };
}

/** What is wrong with a field, to stand behind its name; `undefined` when nothing is. */
export function problemOf(field: CardField, entry: Entry): string | undefined {
  const { value, problem } = readEntry(field, entry);
  if (problem !== undefined) return problem;
  if (value !== undefined) return findValueProblem(field.known.field, value);
  return field.isRequired && !field.hasDefault ? "is required" : undefined;
}

function chosenValue(field: CardField, { chosen }: ChoiceEntry): FormValue | undefined {
  const values = chosen.map((place) => field.options?.[place]?.value);
  if (!isSeveral(field)) return values[0];
  // None at all can be an answer, unless the question could be left out.
  if (values.length === 0 && !field.isRequired && !field.hasDefault) return undefined;
  return values.filter((value) => typeof value === "string");
}

const presetOf = ({ known }: CardField): FormValue | undefined =>
  "default" in known.field ? known.field.default : undefined;

/** What was typed before as text; what is masked was never kept. */
const draftText = ({ draft, isMasked }: CardField): string | undefined =>
  !isMasked && (typeof draft === "string" || typeof draft === "number") ? String(draft) : undefined;

/** The default as text; `undefined` where there is none, or none to be seen. */
function presetText(field: CardField): string | undefined {
  const preset = field.isMasked ? undefined : presetOf(field);
  return typeof preset === "string" || typeof preset === "number" ? String(preset) : undefined;
}

function breaksIn({ known }: CardField): LineBreaks {
  if (known.kind === "secret") return known.field.multiline ? "kept" : "inner";
  if (known.kind === "credential") return "inner";
  return known.kind === "text" && known.field.format === undefined ? "kept" : "none";
}
