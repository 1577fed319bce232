// What a client says to a question in a modern round, and whether that counts.

import { ANSWERED_ELSEWHERE } from "../../core/elicitation/responder.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import type { AskNote } from "./ask-note.js";
import type { FromClient, OpenQuestion } from "./asked.js";
import { type KeptAnswer, readVisit } from "./asked-question.js";
import type { AskingParts } from "./asking-parts.js";
import type { OutsideAsk } from "./outside-answers.js";
import type { QuestionWaits } from "./question-waits.js";
import type { ModernRound } from "./round-execution.js";
import type { Way } from "./ways.js";

/** What the client answered, if this is what it was asked; throws for what is no answer to it. */
export function clientAnswer(
  { state, responses }: ModernRound,
  ask: OpenQuestion,
  note: AskNote,
  { request, usesPage }: Way,
): FromClient {
  if (!responses.has(ask.key) || ask.problems.length > 0) return undefined;
  // Without a state nothing says that the client was ever asked: only what it could make up anyway is taken.
  const isPlain = ask.spec.feature !== "url" && !usesPage && ask.spec.options.offer !== "both";
  const isTaken = request !== undefined && (state === undefined ? isPlain : ask.isPending);
  if (!isTaken) return undefined;
  const response = responses.get(ask.key);
  const said = note.feature === ask.spec.feature ? ask.spec.fromClient(response) : readVisit(response);
  if (said === undefined) throw invalidParams(`inputResponses.${ask.key} is no answer to what was asked`);
  return said;
}

/** The client's answer, unless one came from outside before it. */
export function firstAnswer(
  { outside, responderAsks }: AskingParts,
  waits: QuestionWaits,
  ask: OpenQuestion,
  id: string,
  answer: unknown,
  usesPage: boolean,
): MaybePromise<unknown> {
  return andThen(usesPage ? settlePage(outside, waits, id, answer) : outside.find(id), (known) => {
    const isOurs = known?.digest === ask.digest && known.answer !== undefined;
    if (!isOurs || usesPage) responderAsks?.withdraw(id, ANSWERED_ELSEWHERE);
    return isOurs ? known.answer : andThen(outside.close(id), () => answer);
  });
}

/** Nobody need come to the page any more; whoever sends the same again gets the same. */
const settlePage = (
  outside: AskingParts["outside"],
  waits: QuestionWaits,
  id: string,
  answer: unknown,
): MaybePromise<OutsideAsk | undefined> =>
  // What a client says of a page is read as an answer.
  andThen(outside.settle(id, answer as KeptAnswer), (outcome) => {
    if (outcome !== "already") waits.takeDown(id, ANSWERED_ELSEWHERE);
    return outside.find(id);
  });
