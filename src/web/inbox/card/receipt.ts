// The card of a question that is over: how it ended, what was answered, and what comes next.

import type { FormContent } from "../../../core/elicitation/answer.js";
import { ANSWERED_ELSEWHERE } from "../../../core/elicitation/responder.js";
import type { ElicitationResource } from "../../api/resources.js";
import { moment } from "../../html/asker-lines.js";
import { foreignBlock, foreignLine } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import { matches } from "../list/filter.js";
import type { Waiting } from "../list/load-waiting.js";
import type { InboxVisit } from "../visit.js";
import { plural, tookFor } from "../words.js";
import { type End, endOf } from "./ending.js";
import { shownAnswer } from "./shown-answer.js";

/** A question that is over. */
export interface Ended {
  readonly elicitation: ElicitationResource;
  /** What was answered, secrets taken out. */
  readonly content?: FormContent | undefined;
}

const SIGNS: { readonly [Sign in End["sign"]]: string } = { good: "✓", plain: "i", late: "!" };

/** What came of an attempt to answer of which somebody else was faster: with a part of a round, or with all of it. */
export type Lateness = "partly" | "wholly";

/** `late` when this person has just tried to answer, and was not the first. */
export function renderReceipt(
  parts: InboxParts,
  visit: InboxVisit,
  waiting: Waiting,
  { elicitation, content }: Ended,
  late: Lateness | undefined,
): Html {
  const isLate = late !== undefined;
  const { asker, createdAt, settled, schema, message } = elicitation;
  const { title, sign, said } = endOf(elicitation, visit.visitor.id, isLate);
  const next = waiting.entries.find(
    (entry) => entry.place === "waiting" && entry.head.id !== elicitation.id && matches(entry, visit.filter),
  );
  const reason =
    settled?.reason !== undefined && settled.reason !== "" && settled.reason !== ANSWERED_ELSEWHERE;
  return html`<a class="back" href="${parts.links.path}${visit.search}"><span aria-hidden="true">‹</span> Inbox</a>
<div class="receipt" data-receipt="${elicitation.id}">
<div class="sign sign-${isLate ? "late" : sign}" aria-hidden="true">${SIGNS[isLate ? "late" : sign]}</div>
<h1 id="card-title" tabindex="-1">${title}</h1>
${isLate && html`<p class="lead"><strong>Your answer came too late and was not sent.</strong>${late === "partly" && " What you sent with it for the other questions was taken."}</p>`}
<p class="lead">${said}</p>
${reason && html`<p class="lead">Reason: ${foreignLine(settled.reason ?? "")}</p>`}
${shownAnswer(schema, content)}
<details class="rest" open><summary>What was asked</summary>${foreignBlock(message, "description")}
<p class="hint">by ${foreignLine(asker.server)}, ${moment(createdAt)}${settled && html`, open for ${tookFor(settled.at - createdAt)}`}. <a href="${parts.links.run(asker.runId)}">All questions of this run</a></p></details>
<p class="onward">${next === undefined ? html`<a class="button" href="${parts.links.path}${visit.search}">Back to the inbox</a>` : html`<a class="button primary" href="${parts.links.card(next.head.id)}${visit.search}" data-next>Next question</a> <span class="soft">${plural(waiting.count, "waits", "wait")}</span>`}</p>
</div>`;
}
