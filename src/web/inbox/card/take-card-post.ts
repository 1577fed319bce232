// Takes what a person sends from a card: an answer, a no, a cancellation, "not now", or a sign that they are at it.

import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import { ApiError } from "../../api/api-error.js";
import type { ElicitationResource } from "../../api/resources.js";
import { BodyProblem } from "../../body/body-problem.js";
import type { Posted } from "../../form/controls.js";
import { readPost } from "../../form/read-post.js";
import { pageHeaders } from "../../security/headers.js";
import { sendOn } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import { roundOf } from "../list/entries.js";
import { withWord } from "../list/filter.js";
import { loadWaiting } from "../list/load-waiting.js";
import { undoOf } from "../list/news.js";
import { isOwn } from "../read-form.js";
import { refuseBody, refuseToken, refuseUnknown } from "../refusals.js";
import type { InboxVisit } from "../visit.js";
import { accept } from "./accept.js";
import { type CardPost, isDone, sendOutcome } from "./card-post.js";
import { saveDrafts } from "./drafts.js";
import { toQuestions } from "./load-card.js";
import { sendCard } from "./send-card.js";
import { uploadPlaces } from "./upload-places.js";

const LONGEST_REASON = 2_000;
const KEY = /^[\w-]{22}$/;
/** More than a round has. */
const MOST_QUESTIONS = 50;

/** Does what was asked for, once. Whatever is refused changes nothing. */
export async function takeCardPost(
  parts: InboxParts,
  visit: InboxVisit,
  id: string,
  request: Request,
): Promise<Response> {
  try {
    const places = isMultipart(request) ? await uploadPlaces(visit, await roundMates(visit, id)) : new Map();
    const hasToken = (fields: Posted): boolean => isOwn(visit, fields);
    const post = await readPost(request, {
      maxFormBytes: parts.maxFormBytes,
      places,
      // What goes with no answer is deleted with its question.
      remove: async () => {},
      hasToken,
    });
    if (!hasToken(post.fields)) return refuseToken(parts);
    const key = post.own.key !== undefined && KEY.test(post.own.key) ? post.own.key : undefined;
    const questions = toQuestions(await findQuestions(visit, id, post.own.questions ?? id));
    return await act(parts, visit, id, { ...post, questions, key });
  } catch (error) {
    if (error instanceof BodyProblem)
      return error.status === 403 ? refuseToken(parts) : refuseBody(parts, error.status, error.message);
    if (error instanceof ApiError && error.status === 404) return refuseUnknown(parts);
    throw error;
  }
}

const isMultipart = (request: Request): boolean =>
  (request.headers.get("content-type") ?? "").toLowerCase().startsWith("multipart/form-data");

/** The question and those of its round, while they are open. */
async function roundMates(visit: InboxVisit, id: string): Promise<readonly ElicitationResource[]> {
  const { elicitation } = await visit.client.get(id);
  const { elicitations } = await loadWaiting(visit);
  const round = roundOf(elicitation);
  return [elicitation, ...elicitations.filter((one) => one.id !== id && roundOf(one) === round)];
}

/** The questions that the form was about. Throws when they do not belong on one card. */
async function findQuestions(
  { client }: InboxVisit,
  id: string,
  named: string,
): Promise<readonly ElicitationResource[]> {
  const ids = [...new Set(named.split(" "))];
  if (!ids.includes(id) || ids.length > MOST_QUESTIONS)
    throw new BodyProblem(400, "It is about other questions than its page.");
  const found = await Promise.all(ids.map(async (one) => (await client.get(one)).elicitation));
  if (new Set(found.map(roundOf)).size > 1)
    throw new BodyProblem(400, "It is about questions that do not belong together.");
  return found;
}

async function act(parts: InboxParts, visit: InboxVisit, id: string, post: CardPost): Promise<Response> {
  const { links } = parts;
  switch (post.own.action) {
    case "accept":
      return accept(parts, visit, id, post);
    case "decline":
    case "cancel":
      return post.others.size > 0
        ? refuseBody(parts, 400, "It has a field that this form does not have.")
        : refuse(parts, visit, id, post, post.own.action);
    case "later":
      return keeping(parts, visit, id, post, async () => {
        for (const one of idsOf(post)) await visit.client.putAside(one);
        return sendOn(links.path + withWord(visit.search, `done=later&n=1${undoOf([id])}`));
      });
    case "back":
      return keeping(parts, visit, id, post, async () => {
        for (const one of idsOf(post)) await visit.client.bringBack(one);
        return sendOn(links.card(id) + visit.search);
      });
    case "draft":
      return quietly(async () => ((await saveDrafts(visit, post)).size > 0 ? 413 : 204));
    case "claim":
      return quietly(() => claim(visit, post));
    case "open":
      await quietly(() => claim(visit, post));
      return sendOn(links.card(id) + withWord(visit.search, "opened=yes"));
    default:
      return refuseBody(parts, 400, "It does not say what to do.");
  }
}

const idsOf = ({ questions }: CardPost): readonly string[] =>
  questions.map(({ elicitation }) => elicitation.id);

/** Keeps what was typed, and goes on. What cannot be kept comes back with the card, and nothing else is done. */
async function keeping(
  parts: InboxParts,
  visit: InboxVisit,
  id: string,
  post: CardPost,
  goOn: () => Promise<Response>,
): Promise<Response> {
  const problems = await saveDrafts(visit, post);
  if (problems.size === 0) return goOn();
  return sendCard(parts, visit, id, {
    attempt: { status: 422, ids: idsOf(post), posted: post.others, problems },
  });
}

/** Says no to every question of the card, or leaves them all without an answer. */
async function refuse(
  parts: InboxParts,
  visit: InboxVisit,
  id: string,
  post: CardPost,
  action: "decline" | "cancel",
): Promise<Response> {
  const reason = (post.own.reason ?? "").trim().slice(0, LONGEST_REASON);
  const late: string[] = [];
  for (const one of idsOf(post)) {
    const how = { ...(reason !== "" && { reason }), ...(post.key !== undefined && { key: post.key }) };
    if (!(await isDone(() => visit.client[action](one, how)))) late.push(one);
  }
  return sendOutcome(parts, visit, id, post, late);
}

/** Tells that somebody is at it, which may move the deadline. */
async function claim({ client }: InboxVisit, { questions }: CardPost): Promise<204> {
  for (const { elicitation } of questions)
    if (isOpenStatus(elicitation.status)) await client.claim(elicitation.id);
  return 204;
}

/** For what a script sends in passing: no page comes back. */
async function quietly(work: () => Promise<number>): Promise<Response> {
  try {
    return new Response(null, { status: await work(), headers: pageHeaders });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return new Response(null, { status: error.status, headers: pageHeaders });
  }
}
