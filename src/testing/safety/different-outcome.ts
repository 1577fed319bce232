// Whether a call came to the same as in the reference.

import { isDeepStrictEqual } from "node:util";
import type { Trial, TrialOutcome } from "./trial.js";

/** What came of the call in another way than in the reference. */
export function differentOutcome(
  { outcome }: Trial,
  reference: Trial,
  normalize: (result: unknown) => unknown,
): readonly string[] {
  const [had, wanted] = [comparable(outcome, normalize), comparable(reference.outcome, normalize)];
  if (!isDeepStrictEqual(had, wanted))
    return [
      `The call came to ${show(had)}; in ${reference.name} it came to ${show(wanted)}. If that is as it should be, since there is an id or a time in it, make both the same with \`normalize\`.`,
    ];
  return "complaint" in outcome && outcome.complaint !== undefined ? [outcome.complaint.message] : [];
}

function comparable(outcome: TrialOutcome, normalize: (result: unknown) => unknown): unknown {
  return "error" in outcome
    ? { error: withoutErrorId(outcome.error.message) }
    : withoutErrorIds(normalize(outcome.result));
}

/** Errors get a new id every time. */
const withoutErrorId = (text: string): string => text.replace(/\((?:error )?[0-9a-f]{12}\)/g, "(error …)");

const withoutErrorIds = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(withoutErrorId(text));
};

const MOST = 300;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
