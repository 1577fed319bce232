// The page of a question that is over: a receipt, or why there is nothing left to answer.

import type { KeptElicitation, Settled } from "../../broker/broker.js";
import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import { moment } from "../html/asker-lines.js";
import { foreignBlock, foreignLine } from "../html/foreign-text.js";
import { type Html, type HtmlValue, html } from "../html/html.js";
import type { PageParts } from "./page-parts.js";
import { type Notice, sendNotice } from "./send-page.js";
import type { Visit } from "./visit.js";

/** True when nothing can change it any more. */
export const isEnded = ({ status }: KeptElicitation): boolean => !isOpenStatus(status);

/** How it ended. `isLate` when this person has just tried to answer, and was not the first. */
export function sendEnded(parts: PageParts, visit: Visit, isLate: boolean): Response {
  const { elicitation } = visit;
  const notice = noticeOf(visit, isLate);
  const late =
    isLate && html`<p class="lead"><strong>Your answer came too late and was not sent.</strong></p>`;
  const { asker, message, audience } = elicitation;
  // Whoever else is asked has never seen the caller's client.
  const isForCaller = audience === undefined || audience === asker.principalId;
  const client = isForCaller ? asker.client : undefined;
  return sendNotice(parts, {
    ...notice,
    body: html`${late}${notice.body}
<details class="rest"><summary>What was asked</summary>${foreignBlock(message, "description")}
<p class="hint">by ${foreignLine(asker.server)}, ${moment(elicitation.createdAt)}</p></details>
<p class="lead">You can close this page${client === undefined ? "" : html` and go back to ${foreignLine(client)}`}.</p>`,
  });
}

function noticeOf({ elicitation, visitor }: Visit, isLate: boolean): Notice {
  const { status, settled, asker, expiresAt } = elicitation;
  const who = whoOf(settled, visitor?.id);
  const answered = isLate ? 409 : 200;
  switch (status) {
    case "accepted":
      return {
        status: answered,
        title: isLate ? "Already answered" : "Answer sent",
        sign: isLate ? "late" : "good",
        body: html`<p class="lead">${who} answered${when(settled)}. ${foreignLine(asker.server)} has the answer.</p>`,
      };
    case "declined":
      return {
        status: answered,
        title: isLate ? "Already declined" : "Declined",
        sign: isLate ? "late" : "plain",
        body: html`<p class="lead">${who} declined${when(settled)}. Nothing was given to ${foreignLine(asker.server)}.</p>${reasonOf(settled)}`,
      };
    case "cancelled":
      return {
        status: answered,
        title: "Cancelled",
        sign: isLate ? "late" : "plain",
        body: html`<p class="lead">${who} cancelled this${when(settled)}. Nothing was given to ${foreignLine(asker.server)}.</p>${reasonOf(settled)}`,
      };
    case "expired":
      return {
        status: 410,
        title: "The time is over",
        sign: "late",
        body: html`<p class="lead">This could be answered until ${moment(expiresAt ?? settled?.at ?? 0)}. Nothing was given to ${foreignLine(asker.server)}. If it still matters, ask for it again where you came from.</p>`,
      };
    default:
      return {
        status: 410,
        title: "No longer asked",
        sign: "plain",
        body: html`<p class="lead">${foreignLine(asker.server)} took its question back${when(settled)}. There is nothing left to do here.</p>${reasonOf(settled)}`,
      };
  }
}

/** The person themselves, whoever it was, or nobody in particular. */
function whoOf(settled: Settled | undefined, visitorId: string | undefined): HtmlValue {
  if (settled?.by === undefined) return settled?.from === "page" ? "You" : "Somebody";
  return settled.by === visitorId ? "You" : foreignLine(settled.by);
}

const when = (settled: Settled | undefined): Html | undefined =>
  settled &&
  html` on ${moment(settled.at)}${settled.from === undefined || settled.from === "page" ? "" : html`, from ${foreignLine(settled.from)}`}`;

const reasonOf = (settled: Settled | undefined): Html | undefined =>
  settled?.reason === undefined || settled.reason === ""
    ? undefined
    : html`<p class="hint">Reason: ${foreignLine(settled.reason)}</p>`;
