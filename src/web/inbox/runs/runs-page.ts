// Runs that asked something, and one run with all its rounds.

import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import type { ElicitationResource, RunResource } from "../../api/resources.js";
import { callOf, moment, throughLine } from "../../html/asker-lines.js";
import { cutLine, foreignLine } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import { sendInbox } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import { loadWaiting } from "../list/load-waiting.js";
import { refuseUnknown } from "../refusals.js";
import type { InboxVisit } from "../visit.js";
import { ago, OUTCOMES, placeWords, plural, timeLeft, tookFor } from "../words.js";
import { findRun } from "./find-run.js";

export async function sendRuns(
  parts: InboxParts,
  visit: InboxVisit,
  query: URLSearchParams,
): Promise<Response> {
  const cursor = query.get("cursor") ?? undefined;
  const waiting = await loadWaiting(visit);
  const page = await visit.client.runs.list(cursor === undefined ? {} : { cursor });
  const { links } = parts;
  return sendInbox(parts, visit, {
    title: "Runs",
    place: "runs",
    waiting,
    main: html`<header class="page-head"><h1>Runs</h1></header>
<p class="lead">A run is one call of a tool, with everything that it asked on its way.</p>
${page.runs.length === 0 ? html`<p class="nothing">No run has asked anything yet.</p>` : html`<ol class="past">${page.runs.map((run) => renderRunLine(parts, run, waiting.now))}</ol>`}
${page.cursor !== undefined && html`<p class="onward"><a class="button" href="${links.to("runs")}?${String(new URLSearchParams({ cursor: page.cursor }))}">Earlier</a></p>`}`,
  });
}

function renderRunLine(
  { links }: InboxParts,
  { runId, asker, startedAt, open, rounds }: RunResource,
  now: number,
): Html {
  const asked = rounds.flat();
  const count = asked.length;
  const lastAskedAt = Math.max(startedAt, ...asked.map(({ createdAt }) => createdAt));
  return html`<li class="past-one"><span class="outcome ${open > 0 ? "outcome-pending" : "outcome-withdrawn"}">${open > 0 ? `${open} open` : "Done"}</span>
<div class="past-text"><p class="past-message"><a href="${links.run(runId)}">${foreignLine(asker.server)} <span aria-hidden="true">·</span> ${foreignLine(callOf(asker).name)}</a></p>
<p class="past-meta">${plural(count, "question", "questions")}${rounds.length > 1 && ` in ${rounds.length} rounds`}, ${count > 1 && "the last "}asked ${ago(lastAskedAt, now)}</p></div></li>\n`;
}

export async function sendRun(parts: InboxParts, visit: InboxVisit, runId: string): Promise<Response> {
  const waiting = await loadWaiting(visit);
  const run = await findRun(visit, runId);
  if (run === undefined) return refuseUnknown(parts);
  const { asker, startedAt, rounds, open } = run;
  const { kind, name } = callOf(asker);
  const through = throughLine(asker);
  return sendInbox(parts, visit, {
    title: `Run of ${cutLine(name, 40)}`,
    place: "runs",
    waiting,
    main: html`<a class="back back-always" href="${parts.links.to("runs")}"><span aria-hidden="true">‹</span> Runs</a>
<header class="page-head"><h1>${foreignLine(name)}</h1></header>
<p class="lead">${kind} of ${foreignLine(asker.server)}${through !== undefined && html`, called ${through}`}. It first asked on ${moment(startedAt)}${open > 0 ? html`, and waits for ${plural(open, "answer", "answers")}` : ", and waits for nothing now"}.</p>
<ol class="rounds">${rounds.map((round, index) => renderRound(parts, visit, round, index, waiting.now))}</ol>
<p class="hint">Run <code class="raw">${cutLine(runId, 80)}</code></p>`,
  });
}

function renderRound(
  { links }: InboxParts,
  { visitor }: InboxVisit,
  round: readonly ElicitationResource[],
  index: number,
  now: number,
): Html {
  return html`<li class="round"><h2>Round ${index + 1}</h2>
<ol class="past">${round.map((elicitation) => {
    const { id, status, message, settled, createdAt, expiresAt } = elicitation;
    const when = isOpenStatus(status)
      ? html`asked ${ago(createdAt, now)}${expiresAt !== undefined && html`, ${timeLeft(expiresAt, now)}`}`
      : html`${moment(settled?.at ?? createdAt)}, after ${tookFor((settled?.at ?? createdAt) - createdAt)}`;
    const { by, name, from, reason } = settled ?? {};
    const who = by === undefined ? undefined : by === visitor.id ? "you" : foreignLine(name ?? by);
    return html`<li class="past-one"><span class="outcome outcome-${status}">${OUTCOMES[status]}</span>
<div class="past-text"><p class="past-message"><a href="${links.card(id)}">${foreignLine(cutLine(message, 160))}</a></p>
<p class="past-meta">${when}${who !== undefined && html`, by ${who}${placeWords(from)}`}</p>
${reason !== undefined && reason !== "" && html`<p class="past-meta">Reason: ${foreignLine(reason)}</p>`}</div></li>\n`;
  })}</ol></li>\n`;
}
