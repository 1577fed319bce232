// The list, and beside it a place for the card.

import { hiddenInputs } from "../../html/hidden-inputs.js";
import { type Html, type HtmlValue, html } from "../../html/html.js";
import { sendInbox } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import { plural, shortFor } from "../words.js";
import { renderList } from "./list-pane.js";
import { loadWaiting, type Waiting } from "./load-waiting.js";
import { newsOf } from "./news.js";

/** The first page of the inbox. */
export async function sendListPage(
  parts: InboxParts,
  visit: InboxVisit,
  query: URLSearchParams,
): Promise<Response> {
  const waiting = await loadWaiting(visit);
  const isEmpty = waiting.entries.length === 0;
  const list = renderList(parts, visit, waiting);
  const news = newsOf(query, parts.links, visit);
  return sendInbox(parts, visit, {
    title: "Inbox",
    place: "inbox",
    view: isEmpty ? "card" : "list",
    waiting,
    main: html`${list}
<section class="card-pane" id="card" aria-label="The question">${news !== undefined && html`<div class="said" role="status">${news}</div>`}${isEmpty ? emptyInbox(parts, visit) : resting(waiting)}</section>`,
  });
}

/** Nothing at all: what this is for, and a way to try it out. */
const emptyInbox = ({ links }: InboxParts, { token }: InboxVisit): Html =>
  html`<div class="empty">
<svg class="empty-mark" viewBox="0 0 96 96" aria-hidden="true" focusable="false"><circle cx="48" cy="48" r="45"/><circle cx="48" cy="48" r="30"/><circle cx="48" cy="48" r="14"/></svg>
<h1 id="card-title">Nothing waits for you</h1>
<p class="lead">When an agent or a tool needs an answer, it shows up here by itself. You can leave this page open.</p>
<form method="post" action="${links.to("samples")}">${hiddenInputs({ token })}
<button class="button" name="action" value="sample" data-busy="Sending…">Send yourself a sample</button></form>
<p class="hint">One question of every kind. Nobody hears the answers.</p>
</div>`;

/** Something waits, and none of it is open. */
function resting({ count, entries, now }: Waiting): HtmlValue {
  const next = entries
    .flatMap(({ questions }) => questions.flatMap(({ expiresAt }) => expiresAt ?? []))
    .sort((one, other) => one - other)[0];
  return html`<div class="resting">
<p class="resting-count">${count}</p>
<h2 class="resting-title">${count === 1 ? "question waits for you" : "questions wait for you"}</h2>
${next !== undefined && html`<p class="lead">The next deadline is in ${shortFor(Math.max(60_000, next - now))}.</p>`}
${entries.length > count && html`<p class="lead">${plural(entries.length - count, "more is put aside or muted", "more are put aside or muted")}.</p>`}
<p class="keys" data-keys hidden><kbd>j</kbd> <kbd>k</kbd> to move, <kbd>Enter</kbd> to open, <kbd>?</kbd> for all keys</p>
</div>`;
}
