// What was asked and is over: outcome, who ended it, how long it took, and the answer without its secrets.

import type { HistoryEntry } from "../../api/resources.js";
import { callOf, moment } from "../../html/asker-lines.js";
import { cutLine, foreignLine } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import { shownAnswer } from "../card/shown-answer.js";
import { sendInbox } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import { loadWaiting } from "../list/load-waiting.js";
import type { InboxVisit } from "../visit.js";
import { OUTCOMES, placeWords, tookFor } from "../words.js";
import { readHistoryFilter, renderHistoryFilter, toHistoryInput, toQuery } from "./history-filter.js";

const PAGE = 50;

export async function sendHistory(
  parts: InboxParts,
  visit: InboxVisit,
  query: URLSearchParams,
): Promise<Response> {
  const { links } = parts;
  const filter = readHistoryFilter(query);
  const cursor = query.get("cursor") ?? undefined;
  const waiting = await loadWaiting(visit);
  const page = await visit.client.history({
    ...toHistoryInput(filter),
    limit: PAGE,
    ...(cursor !== undefined && { cursor }),
  });
  const chosen = toQuery(filter);
  const next =
    page.cursor === undefined ? undefined : new URLSearchParams([...chosen, ["cursor", page.cursor]]);
  const isFiltered = chosen.size > 0;
  return sendInbox(parts, visit, {
    title: "History",
    place: "history",
    waiting,
    main: html`<header class="page-head"><h1>History</h1>
<p class="export">Export <a href="${links.to("history.csv")}?${String(chosen)}" download>CSV</a> <a href="${links.to("history.json")}?${String(chosen)}" download>JSON</a></p></header>
${renderHistoryFilter(links.to("history"), filter)}
${
  page.entries.length === 0
    ? html`<p class="nothing">${isFiltered ? "Nothing that is over is like that." : "Nothing is over yet. What you answer, decline or let pass shows up here."}</p>`
    : html`<ol class="past">${page.entries.map((entry) => renderPast(parts, visit, entry))}</ol>`
}
${next && html`<p class="onward"><a class="button" href="${links.to("history")}?${String(next)}">Earlier</a></p>`}
<p class="hint">Answers are kept for as long as the server is set up to keep them, and secrets never.</p>`,
  });
}

/** One thing that is over. */
function renderPast(
  { links }: InboxParts,
  { visitor }: InboxVisit,
  { elicitation, latencyMs, content }: HistoryEntry,
): Html {
  const { id, asker, status, settled, schema, message } = elicitation;
  const by = settled?.by;
  const who = by === undefined ? undefined : by === visitor.id ? "you" : foreignLine(settled?.name ?? by);
  const answer = shownAnswer(schema, content);
  const reason = settled?.reason;
  return html`<li class="past-one"><span class="outcome outcome-${status}">${OUTCOMES[status]}</span>
<div class="past-text"><p class="past-message"><a href="${links.card(id)}">${foreignLine(cutLine(message, 160))}</a></p>
<p class="past-meta">${foreignLine(asker.server)} <span aria-hidden="true">·</span> ${foreignLine(callOf(asker).name)}</p>
<p class="past-meta">${moment(settled?.at ?? elicitation.createdAt)}${who && html`, by ${who}${placeWords(settled?.from)}`}, after ${tookFor(latencyMs)}</p>
${reason !== undefined && reason !== "" && html`<p class="past-meta">Reason: ${foreignLine(reason)}</p>`}
${answer && html`<details class="rest"><summary>Answer</summary>${answer}</details>`}</div></li>\n`;
}
