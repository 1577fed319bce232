// Takes the answers of a card: all of them are right, or none is sent.

import type { FormContent } from "../../../core/elicitation/answer.js";
import { checkContent } from "../../../core/elicitation/check-content.js";
import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import type { Problem } from "../../../core/problem.js";
import { ApiError } from "../../api/api-error.js";
import { withoutPrefix } from "../../form/controls.js";
import { findMisfit } from "../../form/find-misfit.js";
import { withKeptFiles } from "../../form/kept-files.js";
import { readContent } from "../../form/read-content.js";
import { canRender } from "../../form/render-form.js";
import type { InboxParts } from "../inbox-parts.js";
import { refuseBody } from "../refusals.js";
import type { InboxVisit } from "../visit.js";
import { type CardPost, isDone, sendOutcome } from "./card-post.js";
import { tryToSaveDrafts } from "./drafts.js";
import type { Question } from "./load-card.js";
import { schemaOf } from "./question-card.js";
import { sendCard } from "./send-card.js";
import { hasVerdict, VERDICT, verdictIn } from "./verdict.js";

/** What is to be done with one question. */
interface Step {
  readonly question: Question;
  /** Absent when this one is declined. */
  readonly content?: FormContent;
  readonly problems: ReadonlyMap<string, string>;
}

export async function accept(
  parts: InboxParts,
  visit: InboxVisit,
  id: string,
  post: CardPost,
): Promise<Response> {
  const misfit = findMisfits(post);
  if (misfit !== undefined) return refuseBody(parts, 400, misfit);
  const steps = post.questions.map((question) => toStep(question, post));
  // What is wrong with the answer to a question that is over stops nothing: it comes too late anyway.
  const wrong = steps.filter(({ question, problems }) => isOpen(question) && problems.size > 0);
  if (wrong.length > 0) return again(parts, visit, id, post, wrong);
  const late: string[] = [];
  for (const step of steps) {
    const sent = await send(visit, step, post);
    if (sent === "late") late.push(step.question.elicitation.id);
    if (sent instanceof Map) return again(parts, visit, id, post, [{ ...step, problems: sent }]);
  }
  return sendOutcome(parts, visit, id, post, late);
}

const isOpen = ({ elicitation }: Question): boolean => isOpenStatus(elicitation.status);

/** What no card of these questions would send. */
function findMisfits({ questions, others }: CardPost): string | undefined {
  let known = 0;
  for (const question of questions) {
    if (question.elicitation.mode === "terminal") return "It answers what is answered in a terminal.";
    const schema = schemaOf(question);
    if (!canRender({ schema })) return "It answers what cannot be shown.";
    const own = withoutPrefix(others, question.prefix);
    known += own.size;
    if (question.prefix !== "") own.delete(VERDICT);
    const misfit = findMisfit(schema, own);
    if (misfit !== undefined) return misfit;
  }
  return known === others.size ? undefined : "It has a field that this form does not have.";
}

function toStep(question: Question, { questions, others, files, fileProblems }: CardPost): Step {
  const { prefix } = question;
  const schema = schemaOf(question);
  const verdict = prefix === "" ? undefined : verdictIn(prefix, others);
  if (verdict === "decline") return { question, problems: new Map() };
  // One that was shown with others is approved by its own mark, also when it is the last that is left.
  const needsVerdict = questions.length > 1 || hasVerdict(prefix, others);
  const isUndecided = needsVerdict && Object.keys(schema.properties).length === 0 && verdict === undefined;
  const { content, problems } = readContent(
    schema,
    withoutPrefix(others, prefix),
    withoutPrefix(files, prefix),
  );
  const checked = checkContent(schema, content).problems ?? [];
  const uploads = fileProblemsOf(question, fileProblems);
  const undecided: readonly Problem[] = isUndecided ? [{ path: "", message: "needs your decision" }] : [];
  return { question, content, problems: byField([...checked, ...problems, ...uploads, ...undecided]) };
}

/** The last word on each field. */
const byField = (problems: readonly Problem[]): ReadonlyMap<string, string> =>
  new Map(problems.map(({ path, message }) => [path, message]));

/** They come by control. */
function fileProblemsOf(question: Question, found: ReadonlyMap<string, string>): readonly Problem[] {
  const names = Object.keys(schemaOf(question).properties);
  return names.flatMap((path, index) => {
    const message = found.get(`${question.prefix}f${index}`);
    return message === undefined ? [] : [{ path, message }];
  });
}

/** Sends one answer; what is wrong with it, if the API finds more than we did. */
async function send(
  { client }: InboxVisit,
  { question, content }: Step,
  { key, files }: CardPost,
): Promise<"sent" | "late" | ReadonlyMap<string, string>> {
  const { id } = question.elicitation;
  const how = key === undefined ? {} : { key };
  if (content === undefined) return (await isDone(() => client.decline(id, how))) ? "sent" : "late";
  try {
    if (await isDone(() => client.answer(id, content, how))) return "sent";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 413) return new Map([["", "the answer is longer than can be taken; shorten it"]]);
    if (error.status === 400 && error.problems !== undefined) return byField(error.problems);
    throw error;
  }
  if (files.size === 0) return "late";
  // The same form, sent twice, has other files each time: with those of the first it is the same answer.
  const { answer } = await client.answerOf(id);
  const kept = withKeptFiles(schemaOf(question), content, answer);
  return kept !== undefined && (await isDone(() => client.answer(id, kept, how))) ? "sent" : "late";
}

/**
 * The card once more, with what was typed and what is wrong with it: that of a question which can still be answered. What
 * was typed is kept too, so that it is there again when the card is opened anew.
 */
async function again(
  parts: InboxParts,
  visit: InboxVisit,
  id: string,
  post: CardPost,
  wrong: readonly Step[],
): Promise<Response> {
  const ids = post.questions.map(({ elicitation }) => elicitation.id);
  const now = await Promise.all(ids.map(async (one) => (await visit.client.get(one)).elicitation));
  const open = now.filter(({ status }) => isOpenStatus(status));
  const shown = open.find((one) => one.id === id) ?? open[0];
  if (shown === undefined) {
    const late = wrong.map(({ question }) => question.elicitation.id);
    return sendOutcome(parts, visit, id, post, late);
  }
  const left = post.questions.filter(({ elicitation }) => open.some((one) => one.id === elicitation.id));
  await tryToSaveDrafts(parts, visit, { ...post, questions: left });
  return sendCard(parts, visit, shown.id, {
    attempt: {
      status: 422,
      ids,
      posted: post.others,
      problems: new Map(wrong.map(({ question, problems }) => [question.prefix, problems])),
      over: now.filter(({ status }) => !isOpenStatus(status)),
    },
  });
}
