// What a person has put into a field, said on a line.

import { neutralLine } from "../../core/neutral-text.js";
import { problemSentence } from "../../core/problem.js";
import type { CardField } from "../card/card-field.js";
import { type Entry, isPreset, readEntry } from "../machine/entry.js";
import { textOf } from "../machine/text-entry.js";
import { type Span, span } from "./line.js";

const LONGEST_VALUE = 2_000;

/** The answer to a field so far, and whether it is the author's. */
export function valueSpans(field: CardField, entry: Entry): readonly Span[] {
  const { value } = readEntry(field, entry);
  const preset = isPreset(field, entry) ? [span(" (default)", "quiet")] : [];
  if (field.isMasked) {
    if (entry.type === "text" && textOf(entry.text) !== "") return [span("hidden")];
    return field.hasDefault ? [span("hidden"), ...preset] : [NONE];
  }
  if (value === undefined) return [NONE];
  if (entry.type === "choice") {
    const labels = entry.choice.chosen.map((place) => field.options?.[place]?.label ?? "");
    return [span(labels.length === 0 ? "none" : labels.join(", ")), ...preset];
  }
  const text = neutralLine(textOf(entry.text).slice(0, LONGEST_VALUE));
  return [span(text === "" ? "(empty)" : text), ...preset];
}

const NONE = span("not answered", "quiet");

/** A problem as it stands behind a name, made to stand alone. */
export const sentence = (problem: string): string => problemSentence(neutralLine(problem));
