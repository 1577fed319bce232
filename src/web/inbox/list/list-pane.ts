// The list of everything that waits.

import type { MuteResource } from "../../api/resources.js";
import { callOf } from "../../html/asker-lines.js";
import { cutLine, foreignLine } from "../../html/foreign-text.js";
import { hiddenInputs } from "../../html/hidden-inputs.js";
import { attributes, type Html, type HtmlValue, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import { age, KINDS, kindOfQuestion, plural, timeLeft } from "../words.js";
import type { Entry } from "./entries.js";
import { matches, renderFilter, withWord } from "./filter.js";
import type { Waiting } from "./load-waiting.js";
import { mutedBy } from "./muted-by.js";

/** The pane with the list. */
export function renderList(parts: InboxParts, visit: InboxVisit, waiting: Waiting, currentId?: string): Html {
  const { filter } = visit;
  const shown = waiting.entries.filter((entry) => matches(entry, filter));
  const at = (place: Entry["place"]): readonly Entry[] => shown.filter((entry) => entry.place === place);
  const line = (entry: Entry): Html =>
    renderEntry(parts, visit, entry, {
      now: waiting.now,
      isCurrent: entry.questions.some(({ id }) => id === currentId),
      isPicking: filter.isPicking,
      mute: waiting.mutes.find(({ server }) => server === entry.head.asker.server),
    });
  const [first, aside, muted] = [at("waiting"), at("aside"), at("muted")];
  const isFiltered = filter.asker !== "" || filter.kind !== "";
  const body = html`${first.length > 0 && html`<ol class="entries">${first.map(line)}</ol>`}
${first.length === 0 && emptyList(isFiltered, waiting)}
${waiting.hasMore && html`<p class="list-note">More is waiting than fits here. It comes up as you go.</p>`}
${folded("aside", "Not now", aside, line)}
${folded("muted", "Muted", muted, line)}`;
  return html`<section class="list-pane" id="list" aria-labelledby="list-title">
<header class="list-head">${listTitle(waiting, currentId === undefined && waiting.entries.length > 0)}
${waiting.entries.length > 0 && html`<a class="text-button" href="${pickHref(parts, visit)}">${filter.isPicking ? "Done" : "Select"}</a>`}</header>
${renderFilter(parts.links.path, waiting.entries, filter)}
${filter.isPicking ? pickForm(parts, visit, body, aside.length > 0) : body}
</section>`;
}

/** The first heading of the page, where there is no card. */
function listTitle({ count }: Waiting, isFirst: boolean): Html {
  const text = html`Waiting <span class="soft">${count}</span>`;
  return isFirst ? html`<h1 id="list-title">${text}</h1>` : html`<h2 id="list-title">${text}</h2>`;
}

const pickHref = ({ links }: InboxParts, { filter, search }: InboxVisit): string =>
  links.path + (filter.isPicking ? search : withWord(search, "select=yes"));

/** What can be done to several at once. Nothing of it answers anything. */
const pickForm = (
  { links }: InboxParts,
  { token, search }: InboxVisit,
  body: HtmlValue,
  hasAside: boolean,
): Html =>
  html`<form class="picking" method="post" action="${links.path}${search}">${hiddenInputs({ token })}
${body}
<div class="pick-bar" role="group" aria-label="What to do with the selected">
<button class="button small" name="action" value="later">Not now</button>
${hasAside && html`<button class="button small" name="action" value="back">Bring back</button>`}
<button class="button small" name="action" value="mute">Mute</button>
<button class="button small" name="action" value="cancel">Cancel</button>
</div></form>`;

const emptyList = (isFiltered: boolean, { entries }: Waiting): Html =>
  isFiltered
    ? html`<p class="list-note">Nothing that waits is like that.</p>`
    : html`<p class="list-note">${entries.length === 0 ? "Nothing waits." : "Nothing else waits."}</p>`;

function folded(
  name: string,
  title: string,
  entries: readonly Entry[],
  line: (entry: Entry) => Html,
): Html | undefined {
  if (entries.length === 0) return undefined;
  return html`<details class="fold" data-fold="${name}"><summary>${title} <span class="soft">${entries.length}</span></summary>
<ol class="entries">${entries.map(line)}</ol></details>`;
}

interface EntryLook {
  readonly now: number;
  readonly isCurrent: boolean;
  readonly isPicking: boolean;
  /** Who muted its server. */
  readonly mute: MuteResource | undefined;
}

function renderEntry(
  { links }: InboxParts,
  { visitor, search }: InboxVisit,
  { head, questions }: Entry,
  { now, isCurrent, isPicking, mute }: EntryLook,
): Html {
  const { asker, claim } = head;
  const initial = [...cutLine(asker.server)][0] ?? "?";
  const kind = kindOfQuestion(head);
  const count = questions.length;
  const others = claim !== undefined && claim.by !== visitor.id && claim.until > now;
  const soonest = questions.reduce<number | undefined>(
    (least, { expiresAt }) => (expiresAt === undefined ? least : Math.min(least ?? expiresAt, expiresAt)),
    undefined,
  );
  const meta = [
    timeLeft(soonest, now),
    html`<span>${count > 1 ? plural(count, "question", "questions") : KINDS[kind]}</span>`,
    kind === "terminal" && html`<span>answer it with <code>beckon answer</code></span>`,
    mute !== undefined && html`<span>muted by ${mutedBy(mute, visitor.id)}</span>`,
    others && html`<span class="busy">${foreignLine(claim.name ?? claim.by)} is at it</span>`,
  ].filter((one) => one !== false && one !== undefined);
  const inside = html`<span class="entry-text"><span class="entry-top"><span class="entry-head"><span class="entry-asker">${foreignLine(asker.server)}</span> <span class="entry-tool">${foreignLine(callOf(asker).name)}</span></span>
<span class="entry-age"><span class="unseen">, asked </span>${age(head.createdAt, now)}</span></span>
<span class="entry-message">${foreignLine(cutLine(head.message, 160))}</span>
<span class="entry-meta">${meta.map((one, index) => html`${index > 0 && html`<span aria-hidden="true"> · </span>`}${one}`)}</span></span>`;
  // What the script tells by whether a line has changed.
  const own = attributes({
    class: "entry",
    "data-entry": head.id,
    "data-version": questions.map(({ id, version }) => `${id}:${version}`).join(" "),
  });
  if (isPicking)
    return html`<li${own}><label class="entry-link"><input type="checkbox" name="id" value="${head.id}">${inside}</label></li>\n`;
  const link = attributes({
    class: "entry-link",
    href: links.card(head.id) + search,
    "aria-current": isCurrent ? "true" : undefined,
  });
  return html`<li${own}><a${link}><span class="badge" aria-hidden="true">${initial.toLocaleUpperCase("en")}</span>${inside}</a></li>\n`;
}
