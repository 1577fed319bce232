// The card of open questions: a form for each, and the four ways out.

import type { FormSchema } from "../../../core/elicitation/form-schema.js";
import type { ElicitationResource } from "../../api/resources.js";
import { renderActions } from "../../form/actions.js";
import { renderAnswerForms } from "../../form/answer-forms.js";
import { type Posted, placeFields } from "../../form/controls.js";
import { canRender, renderFields, renderProblems } from "../../form/render-form.js";
import type { ShownForm } from "../../form/shown-form.js";
import { toPosted } from "../../form/to-posted.js";
import { foreignBlock } from "../../html/foreign-text.js";
import { type Html, type HtmlValue, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import { plural } from "../words.js";
import { renderHead, renderTimes } from "./card-head.js";
import { renderContext } from "./context.js";
import { renderLater } from "./later.js";
import type { Card, Question } from "./load-card.js";
import { renderMuteForm } from "./mute-form.js";
import { renderOver } from "./over-notes.js";
import { renderPlaceNotes } from "./place-notes.js";
import { declineControl, type Verdict, verdictControl, verdictIn } from "./verdict.js";

/** What was sent and not taken. */
export interface Attempt {
  readonly status: number;
  /** The questions that it was about. */
  readonly ids: readonly string[];
  readonly posted: Posted;
  /** What is wrong, by the prefix of the question. */
  readonly problems: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Those of the questions that are over by now. */
  readonly over?: readonly ElicitationResource[];
}

const EMPTY: FormSchema = { type: "object", properties: {} };

/** The schema of a question; one without is an approval. */
export const schemaOf = ({ elicitation }: Question): FormSchema => elicitation.schema ?? EMPTY;

export function renderQuestions(
  parts: InboxParts,
  visit: InboxVisit,
  card: Card,
  now: number,
  attempt?: Attempt,
): Html {
  const { elicitation, questions, earlier } = card;
  const shown = questions.map((question) => toShown(question, attempt));
  const path = parts.links.card(elicitation.id) + visit.search;
  const isAlone = questions.length === 1;
  const hidden = {
    token: visit.token,
    key: parts.ring.random(16).toString("base64url"),
    questions: questions.map(({ elicitation: one }) => one.id).join(" "),
  };
  const isApproval = shown.every(({ schema }) => placeFields(schema).length === 0);
  const label = !isAlone ? "answers" : isApproval ? "approve" : "answer";
  const accept = shown.every(canRender) ? label : undefined;
  return html`${renderHead(parts, visit, elicitation, now)}
${isAlone ? html`<div class="alone-title" id="${shown[0]?.titleId}">${renderMessage(elicitation.message)}</div>` : html`<p class="message round-intro">${plural(questions.length, "question", "questions")}, answered together</p>`}
${isAlone && renderTimes(elicitation, now, visit.visitor.id, questions[0]?.prefix)}
${renderPlaceNotes(visit, card, { isAnswerable: accept !== undefined })}
${renderOver(visit, attempt?.over ?? [])}
${renderProblems(...shown)}
${renderMuteForm(parts, visit, elicitation)}
${renderAnswerForms({
  path,
  hidden,
  shown,
  inside: html`${isAlone ? renderOne(shown[0]) : questions.map((question, index) => renderPart(parts, visit, question, shown[index], now))}
${renderContext(parts, visit, { elicitation, earlier, now })}`,
})}
${renderActions({
  later: renderLater(),
  isForAll: !isAlone,
  accept,
})}`;
}

const renderMessage = (message: string): Html =>
  foreignBlock(message, message.length > 200 || message.includes("\n") ? "message message-long" : "message");

const renderOne = (shown: ShownForm | undefined): HtmlValue =>
  shown !== undefined &&
  placeFields(shown.schema).length > 0 &&
  html`<div class="fields">${renderFields(shown)}</div>`;

/** One of several. Each can be declined on its own, and what is approved is approved by its own mark. */
function renderPart(
  { links }: InboxParts,
  { visitor, search }: InboxVisit,
  { elicitation, prefix }: Question,
  shown: (ShownForm & { readonly verdict: Verdict }) | undefined,
  now: number,
): HtmlValue {
  if (shown === undefined) return undefined;
  const isApproval = placeFields(shown.schema).length === 0;
  return html`<section class="question" aria-labelledby="${prefix}title" data-question="${elicitation.id}" data-address="${links.card(elicitation.id)}${search}">
<div id="${prefix}title">${renderMessage(elicitation.message)}</div>
${renderTimes(elicitation, now, visitor.id, prefix)}
${isApproval ? verdictControl(prefix, shown.verdict, shown.problems.get("")) : html`<div class="fields">${renderFields(shown)}</div>${declineControl(prefix, shown.verdict)}`}
</section>`;
}

/** What is in the form: what was just sent, else what was typed before. */
function toShown(
  question: Question,
  attempt: Attempt | undefined,
): ShownForm & { readonly verdict: Verdict } {
  const { prefix, draft } = question;
  const schema = schemaOf(question);
  const problems = attempt?.problems.get(prefix) ?? new Map<string, string>();
  // One that has come since was not in it.
  if (attempt?.ids.includes(question.elicitation.id))
    return {
      schema,
      prefix,
      titleId: `${prefix}title`,
      posted: attempt.posted,
      problems,
      verdict: verdictIn(prefix, attempt.posted),
    };
  return {
    schema,
    prefix,
    titleId: `${prefix}title`,
    posted: draft === undefined ? undefined : toPosted(schema, draft, prefix),
    problems,
    isDraft: true,
    verdict: undefined,
  };
}
