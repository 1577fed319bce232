// The card of what is answered in a terminal: what waits there, and how to get to it.

import { renderActions } from "../../form/actions.js";
import { renderAnswerForms } from "../../form/answer-forms.js";
import { foreignBlock } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import { renderHead, renderTimes } from "./card-head.js";
import { renderContext } from "./context.js";
import { renderLater } from "./later.js";
import type { Card } from "./load-card.js";
import { renderMuteForm } from "./mute-form.js";
import { renderPlaceNotes } from "./place-notes.js";

export function renderTerminalCard(parts: InboxParts, visit: InboxVisit, card: Card, now: number): Html {
  const { elicitation, earlier } = card;
  const path = parts.links.card(elicitation.id) + visit.search;
  const hidden = { token: visit.token, questions: elicitation.id };
  return html`${renderHead(parts, visit, elicitation, now)}
${foreignBlock(elicitation.message, "message")}
${renderTimes(elicitation, now, visit.visitor.id)}
${renderPlaceNotes(visit, card, { isAnswerable: false })}
<div class="elsewhere"><p>This is a conversation in a terminal. Answer it there:</p>
<p class="command"><code>beckon answer</code></p></div>
${renderMuteForm(parts, visit, elicitation)}
${renderAnswerForms({ path, hidden, shown: [], inside: renderContext(parts, visit, { elicitation, earlier, now }) })}
${renderActions({ later: renderLater(), isElsewhere: true })}`;
}
