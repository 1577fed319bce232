// Everything that a person filled in as the content of an answer, checked as a whole.

import type { FormContent, FormValue } from "../../core/elicitation/answer.js";
import { checkContent } from "../../core/elicitation/check-content.js";
import type { Card } from "../card/card.js";
import { type Entry, problemOf, readEntry } from "./entry.js";

/** The content, and what is wrong by field. */
export interface ReadContent {
  readonly content: FormContent;
  readonly problems: ReadonlyMap<string, string>;
}

/** Reads a whole form. A field without an answer is absent; defaults are filled in. */
export function contentOf({ schema, fields }: Card, entries: readonly Entry[]): ReadContent {
  const given: [string, FormValue][] = [];
  const problems = new Map<string, string>();
  for (const [place, field] of fields.entries()) {
    const entry = entries[place];
    if (entry === undefined) continue;
    const { value } = readEntry(field, entry);
    if (value !== undefined) given.push([field.name, value]);
    const problem = problemOf(field, entry);
    if (problem !== undefined) problems.set(field.name, problem);
  }
  const checked = checkContent(schema, Object.fromEntries(given));
  if (checked.problems === undefined) return { content: checked.value, problems };
  for (const { path, message } of checked.problems) if (!problems.has(path)) problems.set(path, message);
  return { content: {}, problems };
}
