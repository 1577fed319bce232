// What a person needs to tell a good question from a bad one: who asks, with what, and what was answered before.

import { ANSWERED_ELSEWHERE } from "../../../core/elicitation/responder.js";
import type { ElicitationResource, HistoryEntry } from "../../api/resources.js";
import { callOf, moment } from "../../html/asker-lines.js";
import { cutLine, foreignBlock, foreignLine } from "../../html/foreign-text.js";
import { type Html, type HtmlValue, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import { ago, OUTCOMES } from "../words.js";
import { shownAnswer } from "./shown-answer.js";

export function renderContext(
  parts: InboxParts,
  visit: InboxVisit,
  {
    elicitation,
    earlier,
    now,
  }: { elicitation: ElicitationResource; earlier: readonly HistoryEntry[]; now: number },
): Html {
  return html`<div class="context">
${renderArguments(elicitation)}
${renderEarlier(parts, elicitation, earlier, now)}
${renderAbout(parts, visit, elicitation)}
</div>`;
}

function renderArguments({ asker }: ElicitationResource): Html | undefined {
  const given = Object.entries(asker.arguments ?? {});
  if (given.length === 0) return undefined;
  const rows = given.map(
    ([name, value]) => html`<div><dt>${foreignLine(name)}</dt><dd>${argument(value)}</dd></div>\n`,
  );
  return html`<details class="aside" open><summary>What ${foreignLine(callOf(asker).name)} was called with</summary>
<dl class="given given-code">${rows}</dl></details>`;
}

const argument = (value: unknown): Html =>
  foreignBlock(typeof value === "string" ? value : readable(value), "given-text", 300, 6);

/** As much as fits into a line stands in one. */
const LONGEST_LINE = 60;

function readable(value: unknown): string {
  const line = JSON.stringify(value) ?? "";
  return line.length <= LONGEST_LINE ? line : JSON.stringify(value, null, 1);
}

function renderEarlier(
  { links }: InboxParts,
  { asker }: ElicitationResource,
  earlier: readonly HistoryEntry[],
  now: number,
): Html | undefined {
  if (earlier.length === 0) return undefined;
  const lines = earlier.map(
    ({ elicitation, content }) =>
      html`<li><a href="${links.card(elicitation.id)}">${foreignLine(cutLine(elicitation.message, 90))}</a>
<span class="soft">${OUTCOMES[elicitation.status]}, ${ago(elicitation.settled?.at ?? elicitation.createdAt, now)}</span>
${reasonOf(elicitation)}${shownAnswer(elicitation.schema, content)}</li>\n`,
  );
  return html`<details class="aside"><summary>What ${foreignLine(asker.server)} asked before</summary>
<ul class="earlier">${lines}</ul></details>`;
}

/** Why somebody declined, or the asker took it back. */
function reasonOf({ settled }: ElicitationResource): Html | undefined {
  const reason = settled?.reason ?? "";
  return reason === "" || reason === ANSWERED_ELSEWHERE
    ? undefined
    : html`<span class="soft">Reason: ${foreignLine(reason)}</span>`;
}

function renderAbout(
  { links }: InboxParts,
  { visitor }: InboxVisit,
  { asker, createdAt, audience, tags, muted }: ElicitationResource,
): Html {
  const { kind, name } = callOf(asker);
  const origin =
    asker.origin === undefined ? undefined : html` <span class="soft">${foreignLine(asker.origin)}</span>`;
  const rows: readonly (readonly [string, HtmlValue])[] = [
    ["Server", html`${foreignLine(asker.server)}${origin}`],
    [kind, foreignLine(name)],
    ...(asker.client === undefined ? [] : [["Client", foreignLine(asker.client)] as const]),
    ["For", audience === undefined ? "anybody" : audience === visitor.id ? "you" : foreignLine(audience)],
    ...(tags.length === 0
      ? []
      : [["Tags", tags.map((tag, at) => html`${at > 0 && ", "}${foreignLine(tag)}`)] as const]),
    ["Asked", moment(createdAt)],
    ["Run", html`<a href="${links.run(asker.runId)}">All its questions</a>`],
  ];
  return html`<dl class="about">${rows.map(([term, said]) => html`<div><dt>${term}</dt><dd>${said}</dd></div>\n`)}</dl>
<p id="mute-way" data-fresh>${!muted && html`<button class="text-button mute" form="mute" name="action" value="mute"><span>Mute ${foreignLine(asker.server)} for everybody</span></button>`}</p>`;
}
