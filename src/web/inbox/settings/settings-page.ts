// The settings: who is muted, notifications, keys, signing out.

import type { MuteResource } from "../../api/resources.js";
import { moment } from "../../html/asker-lines.js";
import { foreignLine } from "../../html/foreign-text.js";
import { hiddenInputs } from "../../html/hidden-inputs.js";
import { type Html, html } from "../../html/html.js";
import { sendInbox } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import { renderKeys } from "../keys.js";
import { loadWaiting } from "../list/load-waiting.js";
import { mutedBy } from "../list/muted-by.js";
import type { InboxVisit } from "../visit.js";

export async function sendSettings(
  parts: InboxParts,
  visit: InboxVisit,
  query: URLSearchParams,
): Promise<Response> {
  const waiting = await loadWaiting(visit);
  const mutes = await visit.client.mutes.list();
  const { visitor } = visit;
  return sendInbox(parts, visit, {
    title: "Settings",
    place: "settings",
    waiting,
    main: html`<header class="page-head"><h1>Settings</h1></header>
${query.get("done") === "unmuted" && html`<p class="said" role="status">Its questions are shown again.</p>`}
<section class="setting" id="muted" aria-labelledby="mutes" data-fresh><h2 id="mutes">Muted servers</h2>
<p class="lead">What a muted server asks is kept, and neither counted nor announced, for everybody here. You find it under the list.</p>
${mutes.length === 0 ? html`<p class="nothing">Nobody is muted. To mute a server, open a question of it.</p>` : html`<ul class="mutes">${mutes.map((mute) => renderMute(parts, visit, mute))}</ul>`}</section>
<section class="setting" aria-labelledby="notifications"><h2 id="notifications">Notifications</h2>
<p class="lead">Your browser can tell you when something new waits. It says that and nothing else: not who asks, and not what.</p>
<div data-notifications><p class="nothing">This needs JavaScript, which is off in this browser.</p></div></section>
<section class="setting" aria-labelledby="keys"><h2 id="keys">Keys</h2>
${renderKeys()}</section>
<section class="setting" aria-labelledby="account"><h2 id="account">Account</h2>
<p class="lead">You are signed in as <strong>${foreignLine(visitor.name ?? visitor.id)}</strong>.</p>
${parts.signOut !== undefined && html`<form method="post" action="${parts.signOut}"><button class="button">Sign out</button></form>`}</section>`,
  });
}

function renderMute({ links }: InboxParts, { token, visitor }: InboxVisit, mute: MuteResource): Html {
  const { server, since, until } = mute;
  return html`<li><form class="mute-line" method="post" action="${links.to("mutes")}">${hiddenInputs({ token, server })}
<p><strong>${foreignLine(server)}</strong><br><span class="soft">since ${moment(since)}, by ${mutedBy(mute, visitor.id)}${until !== undefined && html`, until ${moment(until)}`}</span></p>
<button class="button small" name="action" value="unmute">Unmute<span class="unseen"> ${foreignLine(server)}</span></button></form></li>\n`;
}
