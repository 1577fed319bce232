// The card of what is answered in a terminal: what waits there, and how to get to it.

import { foreignBlock } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import { renderActions } from "./actions.js";
import { renderHead, renderTimes } from "./card-head.js";
import { renderContext } from "./context.js";
import type { Card } from "./load-card.js";

export function renderTerminalCard(
  parts: InboxParts,
  visit: InboxVisit,
  { elicitation, earlier }: Card,
  now: number,
): Html {
  const path = parts.links.card(elicitation.id) + visit.search;
  const hidden = html`<input type="hidden" name="token" value="${visit.token}"><input type="hidden" name="questions" value="${elicitation.id}">`;
  return html`${renderHead(parts, visit, elicitation, now)}
${foreignBlock(elicitation.message, "message")}
${renderTimes(elicitation, now, visit.visitor.id)}
<div class="elsewhere"><p>This is a conversation in a terminal. Answer it there:</p>
<p class="command"><code>beckon answer</code></p></div>
<form id="refuse" method="post" action="${path}" data-refuse>${hidden}</form>
<form id="mute" method="post" action="${parts.links.to("mutes")}"><input type="hidden" name="token" value="${visit.token}"><input type="hidden" name="server" value="${elicitation.asker.server}"></form>
<form class="answer" id="answer" method="post" action="${path}">${hidden}
${renderContext(parts, visit, { elicitation, earlier, now })}
</form>
${renderActions({ isElsewhere: true })}`;
}
