// The forms of a round as one card: every question with its fields, sent together.

import type { Card, CardQuestion } from "./card.js";
import { decisionField } from "./card-field.js";

/** Joins cards that come from the same run. One alone stays as it is. */
export function joinCards(cards: readonly [Card, ...Card[]]): Card {
  const [first] = cards;
  if (cards.length === 1) return first;
  const questions = cards.flatMap((card) => card.questions).map(withDecision);
  return {
    ...first,
    kind: "form",
    message: `${questions.length} questions, answered together.`,
    transcript: cards.flatMap(({ transcript }) => transcript),
    askedAt: Math.min(...cards.map(({ askedAt }) => askedAt)),
    expiresAt: earliest(cards),
    // Which of them was asked before is said beside it.
    repeats: 0,
    isKept: cards.every(({ isKept }) => isKept),
    questions,
    fields: questions.flatMap(({ fields }) => fields),
    without: cards.flatMap(({ without }) => without),
  };
}

const withDecision = (question: CardQuestion): CardQuestion =>
  question.isApproval ? { ...question, fields: [decisionField(question.key)] } : question;

function earliest(cards: readonly Card[]): number | undefined {
  const instants = cards.flatMap(({ expiresAt }) => (expiresAt === undefined ? [] : [expiresAt]));
  return instants.length === 0 ? undefined : Math.min(...instants);
}
