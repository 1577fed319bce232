// How a question ended, in the words of whoever looks at it.

import { ANSWERED_ELSEWHERE } from "../../../core/elicitation/responder.js";
import type { ElicitationResource } from "../../api/resources.js";
import { moment } from "../../html/asker-lines.js";
import { foreignLine } from "../../html/foreign-text.js";
import { type HtmlValue, html } from "../../html/html.js";
import { placeWords } from "../words.js";

/** How it ended: a heading, its sign, and a sentence. */
export interface End {
  readonly title: string;
  readonly sign: "good" | "plain" | "late";
  readonly said: HtmlValue;
}

/** `isLate` for who has just tried to answer, and was not the first. */
export function endOf(
  { status, settled, asker, expiresAt }: ElicitationResource,
  visitorId: string,
  isLate: boolean,
): End {
  const by = settled?.by;
  const who = by === undefined ? "Somebody" : by === visitorId ? "You" : foreignLine(settled?.name ?? by);
  const when = settled && html` on ${moment(settled.at)}${placeWords(settled.from)}`;
  const server = foreignLine(asker.server);
  switch (status) {
    case "accepted":
      return {
        // Whoever answers twice at once has one answer that was sent, and this one, which was not.
        title: isLate ? "Already answered" : by === visitorId ? "Answer sent" : "Answered",
        sign: "good",
        said: html`${who} answered${when}. ${server} has the answer.`,
      };
    case "declined":
      return {
        title: "Declined",
        sign: "plain",
        said: html`${who} declined${when}. Nothing was given to ${server}.`,
      };
    case "cancelled":
      return {
        title: "Cancelled",
        sign: "plain",
        said: html`${who} cancelled this${when}. Nothing was given to ${server}.`,
      };
    case "expired":
      return {
        title: "The time is over",
        sign: "late",
        said: html`This could be answered until ${moment(expiresAt ?? settled?.at ?? 0)}. Nothing was given to ${server}.`,
      };
    default:
      return settled?.reason === ANSWERED_ELSEWHERE
        ? {
            title: "Finished",
            sign: "good",
            said: html`${server} heard from the page that it is done. There is nothing left to do here.`,
          }
        : {
            title: "No longer asked",
            sign: "plain",
            said: html`${server} took its question back${when}. There is nothing left to do here.`,
          };
  }
}
