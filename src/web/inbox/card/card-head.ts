// The head of a card: who asks, for what, since when.

import type { ElicitationResource } from "../../api/resources.js";
import { aboutFor, moment, purposeLine, throughLine } from "../../html/asker-lines.js";
import { cutLine, foreignLine } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import { ago, plural } from "../words.js";

/** Who asks you. Names the asker, the tool, its client, and when it was. */
export function renderHead(
  { links }: InboxParts,
  { search }: InboxVisit,
  elicitation: ElicitationResource,
  now: number,
): Html {
  const { asker, createdAt } = elicitation;
  const initial = [...cutLine(asker.server)][0] ?? "?";
  const through = throughLine(asker);
  return html`<a class="back" href="${links.path}${search}"><span aria-hidden="true">‹</span> Inbox</a>
<header class="asker">
<div class="badge" aria-hidden="true">${initial.toLocaleUpperCase("en")}</div>
<div class="asker-text"><h1 class="asker-name" id="card-title" tabindex="-1">${foreignLine(asker.server)} asks you</h1>
<p class="asker-what">${purposeLine(asker)}${through && html` ${through}`}, ${ago(createdAt, now)}</p></div>
</header>`;
}

/** Until when it can be answered, how often it was asked, and who else is at it. */
export function renderTimes(
  { expiresAt, repeats = 0, claim }: ElicitationResource,
  now: number,
  visitorId: string,
  prefix = "",
): Html {
  const deadline =
    expiresAt !== undefined &&
    html`<p class="deadline">Answer by ${moment(expiresAt)} <span data-left data-expires="${expiresAt}">(${aboutFor(expiresAt - now)} left)</span></p>`;
  const again =
    repeats > 0 &&
    html`<p class="note">This run has asked exactly this ${plural(repeats, "time", "times")} before. If your answer does not get through, cancel it.</p>`;
  const busy =
    claim !== undefined &&
    claim.by !== visitorId &&
    claim.until > now &&
    html`<p class="note note-plain">${foreignLine(claim.name ?? claim.by)} has this open too. The first answer counts.</p>`;
  return html`<div class="times">${deadline}${again}<div id="${prefix}busy" data-fresh>${busy}</div></div>`;
}
