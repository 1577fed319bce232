// The card of a page to go to: where it leads, what is odd about that, and then waiting until it is done.

import { wasDoneWith } from "../../../core/elicitation/was-done-with.js";
import type { UrlDisplay } from "../../../core/url-display.js";
import { toUrlDisplay } from "../../../core/url-display.js";
import type { ElicitationResource } from "../../api/resources.js";
import { renderActions } from "../../form/actions.js";
import { renderAnswerForms } from "../../form/answer-forms.js";
import { cutLine, foreignBlock, foreignLine } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import { findRun } from "../runs/find-run.js";
import type { InboxVisit } from "../visit.js";
import { renderHead, renderTimes } from "./card-head.js";
import { renderContext } from "./context.js";
import { renderLater } from "./later.js";
import type { Card } from "./load-card.js";
import { isSameAsker } from "./load-earlier.js";
import { renderMuteForm } from "./mute-form.js";
import { renderPlaceNotes } from "./place-notes.js";

/** `isOpened` once the person has agreed to go there. */
export async function renderUrlCard(
  parts: InboxParts,
  visit: InboxVisit,
  card: Card,
  now: number,
  isOpened: boolean,
): Promise<Html> {
  const { elicitation, earlier } = card;
  const url = toUrlDisplay(elicitation.url ?? "", await parts.findDomain());
  const path = parts.links.card(elicitation.id) + visit.search;
  const isLoop = await isLoopFor(visit, elicitation);
  const key = parts.ring.random(16).toString("base64url");
  const hidden = { token: visit.token, key, questions: elicitation.id };
  const isWaiting = isOpened && url !== undefined && !isLoop;
  return html`${renderHead(parts, visit, elicitation, now)}
${foreignBlock(elicitation.message, "message")}
${renderTimes(elicitation, now, visit.visitor.id)}
${renderPlaceNotes(visit, card, { isAnswerable: false })}
${url === undefined ? refused(elicitation.url ?? "") : renderAddress(url)}
${isLoop && html`<p class="warning">You have been to this page for the same run before, and it sends you there again. That is a loop: cancel it, and tell whoever runs ${foreignLine(elicitation.asker.server)}.</p>`}
${isWaiting && renderWaiting(url)}
${renderMuteForm(parts, visit, elicitation)}
${renderAnswerForms({ path, hidden, shown: [], inside: renderContext(parts, visit, { elicitation, earlier, now }) })}
${renderActions({
  later: renderLater(),
  ...(isWaiting ? { accept: "finished" } : url !== undefined && !isLoop && { first: openButton(url) }),
})}
`;
}

/** True when the same asker has sent there before in the same run, and that is done with. */
async function isLoopFor(visit: InboxVisit, elicitation: ElicitationResource): Promise<boolean> {
  const run = await findRun(visit, elicitation.asker.runId);
  const asked = run?.rounds.flat().filter(({ asker }) => isSameAsker(asker, elicitation.asker));
  return wasDoneWith(elicitation, asked ?? []);
}

/** As it is registered: in the letters of its language it may look like another one. */
const hostOf = ({ href }: UrlDisplay): string => cutLine(new URL(href).hostname, 40);

const openButton = (url: UrlDisplay): Html =>
  html`<button class="button primary" form="answer" name="action" value="open" data-open="${url.href}">Open ${hostOf(url)}</button>`;

function renderAddress({ pieces, warnings }: UrlDisplay): Html {
  return html`<p class="address" dir="ltr">${pieces.map(({ part, text }) => html`<span class="address-${part}">${text}</span>`)}</p>
${warnings.length > 0 && html`<ul class="warnings">${warnings.map((warning) => html`<li class="warning">${cutLine(warning)}</li>`)}</ul>`}
<p class="hint">It opens in a tab of its own. Nothing here has looked at it.</p>`;
}

/** Only a script has opened it by now, and only a script goes on by itself: without one the link is what opens it. */
const renderWaiting = (url: UrlDisplay): Html =>
  html`<div class="waiting" role="status"><p><strong>Waiting until you have finished there.</strong><span data-scripted hidden> If the page tells its server, this card goes on by itself.</span></p>
<p class="waiting-ways"><a class="button small" href="${url.href}" target="_blank" rel="noopener noreferrer"><span>Open ${hostOf(url)}<span data-scripted hidden> again</span></span></a> <span data-copy="${url.href}"></span></p></div>`;

const refused = (url: string): Html =>
  html`<p class="warning">This address leads to no web page, and is not opened.</p>
${foreignBlock(url, "raw", 600)}`;
