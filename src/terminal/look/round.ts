// The questions of a round: each with its message above its fields, and what the person does not answer on a line.

import { neutralLine } from "../../core/neutral-text.js";
import { type Card, type CardQuestion, questionBegun } from "../card/card.js";
import type { Dismissal } from "../machine/answers.js";
import type { CardState } from "../machine/state.js";
import { wrap } from "../text/wrap.js";
import { cutLine, flow, type Line, line, span } from "./line.js";
import { left, repeatsText } from "./times.js";
import { ROOMY, type View } from "./view.js";

/** A message of more lines is read where it can be scrolled. */
const MOST_LINES = 3;

/** As much of a message as could stand above its fields at any width. */
const LONGEST_HEADING = 1_000;

/** The message above the first field of each question of a round; nothing where there is only one. */
export function headingLines({ card }: CardState, place: number, view: View): readonly Line[] {
  const question = questionBegun(card, place);
  if (question === undefined) return [];
  return [
    ...(place > 0 && view.rows >= ROOMY ? [line("")] : []),
    ...shortened(question, view).map((text) => line(text, "strong")),
    ...flow(noteGroups(card, question, view), view.columns, view.marks.dot),
  ];
}

/** What of a question's text does not fit above its fields; read in full while the person is at it. */
export function longText(question: CardQuestion, columns: number): readonly string[] {
  const { message } = question;
  if (message.length <= LONGEST_HEADING && wrap(message, columns).length <= MOST_LINES) return [];
  return wrap(message, columns);
}

/** What is known of one question and not of all. */
function noteGroups(card: Card, { repeats, expiresAt }: CardQuestion, { now }: View): readonly Line[] {
  const groups: Line[] = [];
  if (repeats > 0) groups.push(line(repeatsText(repeats), "warn"));
  if (expiresAt !== undefined && expiresAt !== card.expiresAt)
    groups.push(line(`${left(expiresAt - now)} left`, "warn"));
  return groups;
}

/** A question that the person does not answer. */
export const dismissedLine = (dismissal: Dismissal, isHere: boolean, { columns, marks }: View): Line =>
  cutLine(
    [
      span(`${isHere ? marks.here : " "} `, "accent"),
      span(dismissalText(dismissal), isHere ? "accent" : "warn"),
    ],
    columns,
  );

/** What becomes of a question that is not answered: `Declined: too late`. */
export function dismissalText(dismissal: Dismissal): string {
  if (dismissal.action === "later") return "Not now";
  return dismissal.reason === undefined ? "Declined" : `Declined: ${neutralLine(dismissal.reason)}`;
}

function shortened({ message }: CardQuestion, { columns }: View): readonly string[] {
  const lines = wrap(message.slice(0, LONGEST_HEADING), columns - 1);
  if (lines.length <= MOST_LINES && message.length <= LONGEST_HEADING) return lines;
  // Its whole text stands above while the person is at it.
  return [`${lines[0] ?? ""}…`];
}
