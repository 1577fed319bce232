// Everything that a person filled in as the answers to a card's questions, checked as a whole.

import type { Answer, FormContent, FormValue } from "../../core/elicitation/answer.js";
import { checkContent } from "../../core/elicitation/check-content.js";
import type { Card, CardQuestion } from "../card/card.js";
import { fieldKey } from "../card/card-field.js";
import { type Entry, problemOf, readEntry } from "./entry.js";

/** What a person makes of one question of several instead of answering it. */
export type Dismissal =
  | { readonly action: "decline"; readonly reason?: string }
  /** It is left for another time. */
  | { readonly action: "later" };

/** Which questions of a card are not answered, by their key. */
export type Dismissals = ReadonlyMap<string, Dismissal>;

/** What becomes of one question. */
export interface Verdict {
  /** The question, by its key. */
  readonly question: string;
  readonly answer: Answer<FormContent> | { readonly action: "later" };
}

/** What a person has put into a card. */
export interface Filled {
  readonly card: Card;
  readonly entries: readonly Entry[];
  readonly dismissed: Dismissals;
}

/** What would be sent, and what is wrong by the key of the field. */
export interface ReadAnswers {
  readonly verdicts: readonly Verdict[];
  readonly problems: ReadonlyMap<string, string>;
}

/** Reads a whole card. A field without an answer is absent; defaults are filled in. */
export function readAnswers({ card, entries, dismissed }: Filled): ReadAnswers {
  const problems = new Map<string, string>();
  const byKey = new Map(card.fields.map(({ key }, place) => [key, entries[place]]));
  const verdicts = card.questions.map((question): Verdict => {
    const dismissal = dismissed.get(question.key);
    if (dismissal !== undefined) return { question: question.key, answer: dismissal };
    return { question: question.key, answer: readQuestion(question, byKey, problems) };
  });
  return { verdicts, problems };
}

function readQuestion(
  { key, schema, fields, isApproval }: CardQuestion,
  entries: ReadonlyMap<string, Entry | undefined>,
  problems: Map<string, string>,
): Answer<FormContent> {
  const given: [string, FormValue][] = [];
  for (const field of fields) {
    const entry = entries.get(field.key);
    if (entry === undefined) continue;
    const { value } = readEntry(field, entry);
    if (value !== undefined) given.push([field.name, value]);
    const problem = problemOf(field, entry);
    if (problem !== undefined) problems.set(field.key, problem);
  }
  // Among other questions an approval has its decision as the only field.
  if (isApproval) return given[0]?.[1] === false ? { action: "decline" } : { action: "accept", content: {} };
  const checked = checkContent(schema, Object.fromEntries(given));
  if (checked.problems === undefined) return { action: "accept", content: checked.value };
  for (const { path, message } of checked.problems) {
    const found = fieldKey(key, path);
    if (!problems.has(found)) problems.set(found, message);
  }
  return { action: "accept", content: {} };
}
