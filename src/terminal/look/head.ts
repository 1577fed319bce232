// The top of a screen: who asks, for what, since when, until when, and what else waits.

import type { Card } from "../card/card.js";
import { widthOf } from "../text/width.js";
import { flow, type Line, line, lineWidth, span } from "./line.js";
import { ago, left, repeatsText } from "./times.js";
import type { View } from "./view.js";

/** The identity of a card. Where there is room, what waits stands at the right of the first line. */
export function headLines(card: Card, view: View): readonly Line[] {
  const { columns, marks } = view;
  const who: Line = [span(card.server, "strong"), span(" asks you")];
  const groups = identityGroups(card, view);
  const waiting = waitingText(view);
  if (waiting === undefined) return flow([who, ...groups], columns, marks.dot);
  const room = columns - lineWidth(who) - widthOf(waiting);
  if (room < 2) return flow([who, line(waiting, "accent"), ...groups], columns, marks.dot);
  const first: Line = [...who, span(" ".repeat(room)), span(waiting, "accent")];
  return [first, ...flow(groups, columns, marks.dot)];
}

/** What is known of the asker and the question, each on its own. */
export function identityGroups(card: Card, { now, part }: View): readonly Line[] {
  const groups: Line[] = [line(card.purpose, "quiet")];
  if (card.origin !== undefined) groups.push(line(`at ${card.origin}`, "quiet"));
  if (card.client !== undefined) groups.push(line(`through ${card.client}`, "quiet"));
  groups.push(line(`asked ${ago(now - card.askedAt)}`, "quiet"));
  if (card.repeats > 0) groups.push(line(repeatsText(card.repeats), "warn"));
  if (part !== undefined) groups.push(line(`part ${part.place} of ${part.of}`, "quiet"));
  if (card.expiresAt !== undefined) {
    const remains = card.expiresAt - now;
    groups.push(line(`${left(remains)} left`, remains < 60_000 ? "bad" : "warn"));
  }
  return groups;
}

function waitingText({ waiting }: View): string | undefined {
  return waiting > 1 ? `1 of ${waiting} waiting` : undefined;
}
