// Says on the card of a round which of its questions are over by the time that it comes back.

import type { ElicitationResource } from "../../api/resources.js";
import { cutLine, foreignLine } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import type { InboxVisit } from "../visit.js";
import { endOf } from "./ending.js";

/** A note for each. What this person has filled in for one that somebody else has ended went nowhere. */
export const renderOver = ({ visitor }: InboxVisit, over: readonly ElicitationResource[]): readonly Html[] =>
  over.map((elicitation) => {
    const { said } = endOf(elicitation, visitor.id, false);
    const isOwn = elicitation.settled?.by === visitor.id;
    return html`<p class="note note-plain"><strong>${foreignLine(cutLine(elicitation.message, 90))}</strong> ${said}${!isOwn && " What you filled in for it was not sent."}</p>\n`;
  });
