// Sends a card, with the list beside it.

import { ApiError } from "../../api/api-error.js";
import type { ElicitationResource } from "../../api/resources.js";
import { cutLine } from "../../html/foreign-text.js";
import { type AttributeValue, attributes, type Html, type HtmlValue, html } from "../../html/html.js";
import { sendInbox } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import { renderList } from "../list/list-pane.js";
import { loadWaiting, type Waiting } from "../list/load-waiting.js";
import type { InboxVisit } from "../visit.js";
import { OUTCOMES } from "../words.js";
import { type Card, loadCard } from "./load-card.js";
import { type Attempt, renderQuestions } from "./question-card.js";
import { type Ended, type Lateness, renderReceipt } from "./receipt.js";
import { renderTerminalCard } from "./terminal-card.js";
import { renderUrlCard } from "./url-card.js";

/** How a card is shown. */
export interface CardOptions {
  readonly query?: URLSearchParams;
  /** What was sent and not taken. */
  readonly attempt?: Attempt;
  /** When somebody else was faster. */
  readonly late?: Lateness;
}

export async function sendCard(
  parts: InboxParts,
  visit: InboxVisit,
  id: string,
  { query = new URLSearchParams(), attempt, late }: CardOptions,
): Promise<Response> {
  const waiting = await loadWaiting(visit);
  const card = await loadCard(visit, waiting, id);
  const isOver = card !== undefined && card.questions.length === 0;
  const shown =
    card === undefined
      ? unknownCard(parts, visit)
      : isOver
        ? renderReceipt(parts, visit, waiting, await toEnded(visit, card.elicitation), late)
        : await renderOpen(parts, visit, waiting, card, query, attempt);
  const list = renderList(parts, visit, waiting, id);
  const status = card === undefined ? 404 : late !== undefined ? 409 : (attempt?.status ?? 200);
  return sendInbox(parts, visit, {
    status,
    title: titleOf(card, attempt),
    place: "inbox",
    view: "card",
    waiting,
    main: html`${list}
<article${attributes(cardAttributes(parts, visit, id, card))}>
${shown}
</article>`,
  });
}

/** What the script needs to know: how the card stands, and which questions of it, or of its round, are open. */
function cardAttributes(
  { links }: InboxParts,
  { search }: InboxVisit,
  id: string,
  card: Card | undefined,
): Readonly<Record<string, AttributeValue>> {
  const { questions = [], rest = [] } = card ?? {};
  const [left] = rest;
  return {
    class: "card-pane",
    id: "card",
    "aria-labelledby": "card-title",
    "data-card": id,
    "data-address": links.card(id),
    "data-state": questions.length === 0 ? "over" : "open",
    "data-questions": [...questions.map((one) => one.elicitation), ...rest].map((one) => one.id).join(" "),
    "data-rest": left && links.card(left.id) + search,
  };
}

function titleOf(card: Card | undefined, attempt: Attempt | undefined): string {
  if (card === undefined) return "Nothing here";
  const { asker, message, status } = card.elicitation;
  if (card.questions.length === 0) return `${OUTCOMES[status]}: ${cutLine(message, 50)}`;
  const isWrong = [...(attempt?.problems.values() ?? [])].some(({ size }) => size > 0);
  return `${isWrong ? "Error: " : ""}${cutLine(message, 60)} · ${cutLine(asker.server, 40)}`;
}

async function renderOpen(
  parts: InboxParts,
  visit: InboxVisit,
  { now }: Waiting,
  card: Card,
  query: URLSearchParams,
  attempt: Attempt | undefined,
): Promise<HtmlValue> {
  switch (card.elicitation.mode) {
    case "url":
      return renderUrlCard(parts, visit, card, now, query.get("opened") === "yes");
    case "terminal":
      return renderTerminalCard(parts, visit, card, now);
    default:
      return renderQuestions(parts, visit, card, now, attempt);
  }
}

/** What came of it, where there is something to show. */
async function toEnded({ client }: InboxVisit, elicitation: ElicitationResource): Promise<Ended> {
  if (elicitation.status !== "accepted") return { elicitation };
  try {
    const { answer } = await client.answerOf(elicitation.id);
    return { elicitation, content: answer?.action === "accept" ? answer.content : undefined };
  } catch (error) {
    // Answers are forgotten before their questions are.
    if (error instanceof ApiError && error.status === 404) return { elicitation };
    throw error;
  }
}

const unknownCard = ({ links }: InboxParts, { search }: InboxVisit): Html =>
  html`<a class="back" href="${links.path}${search}"><span aria-hidden="true">‹</span> Inbox</a>
<div class="receipt"><div class="sign sign-plain" aria-hidden="true">i</div>
<h1 id="card-title" tabindex="-1">There is nothing here</h1>
<p class="lead">The question was never asked, is not for you, or is long over and forgotten.</p>
<p class="onward"><a class="button" href="${links.path}${search}">Back to the inbox</a></p></div>`;
