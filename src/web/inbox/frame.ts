// What stands around every page of the inbox: where one is, what waits, and who is signed in.

import { foreignLine } from "../html/foreign-text.js";
import { attributes, type Html, type HtmlValue, html } from "../html/html.js";
import { renderDocument } from "../layout/document.js";
import { pageHeaders } from "../security/headers.js";
import type { InboxParts } from "./inbox-parts.js";
import { renderKeyDialog } from "./keys.js";
import type { Waiting } from "./list/load-waiting.js";
import { MARK } from "./mark.js";
import type { InboxVisit } from "./visit.js";

/** A page of the inbox. */
export interface InboxPage {
  readonly status?: number;
  readonly title: string;
  readonly place: "inbox" | "history" | "runs" | "settings";
  /** What is in view on a small screen, where list and card do not fit side by side. */
  readonly view?: "list" | "card" | "page";
  readonly main: HtmlValue;
  readonly waiting: Waiting;
  /** Cookies to set. */
  readonly cookies?: readonly string[];
}

/** The page with everything around it, and every header that it needs. */
export function sendInbox(parts: InboxParts, visit: InboxVisit, page: InboxPage): Response {
  const { links, cookie } = parts;
  const { status = 200, place, view = "page", waiting, main } = page;
  const { count } = waiting;
  const text = renderDocument({
    title: count > 0 ? `(${count}) ${page.title} · Beckon` : `${page.title} · Beckon`,
    links: { ...parts.assetLinks, icon: links.icon(count) },
    own: {
      class: "inbox",
      "data-place": place,
      "data-view": view,
      "data-inbox": links.path,
      "data-live": links.to("live"),
      "data-feed": waiting.feed,
      "data-feed-id": waiting.feedId,
      "data-places": waiting.view,
      "data-now": waiting.now,
      "data-count": count,
      "data-token": visit.token,
    },
    body: html`<a class="skip" href="#main">Skip to the content</a>
${renderBar(parts, visit, place, count)}
<main id="main" class="${view === "page" ? "single" : "panes"}" tabindex="-1">
${main}
</main>
<p class="unseen" role="status" id="news"></p>
${renderKeyDialog()}`,
  });
  const headers = new Headers({ ...pageHeaders, "content-type": "text/html; charset=utf-8" });
  for (const one of page.cookies ?? []) headers.append("set-cookie", one);
  if (!visit.isKnown) headers.append("set-cookie", cookie.header(visit.browser));
  return new Response(text, { status, headers });
}

function renderBar({ links }: InboxParts, { visitor }: InboxVisit, place: string, count: number): Html {
  const pages = [
    ["inbox", "Inbox", links.path],
    ["history", "History", links.to("history")],
    ["runs", "Runs", links.to("runs")],
    ["settings", "Settings", links.to("settings")],
  ] as const;
  return html`<header class="bar">
<a class="brand" href="${links.path}">${MARK}<span>Beckon</span></a>
<nav aria-label="Pages">${pages.map(([name, title, href]) => {
    const own = attributes({ href, "aria-current": name === place ? "page" : undefined });
    const bubble =
      name === "inbox" &&
      html`<span class="${count > 0 ? "count" : "count count-none"}" data-counted>${count}<span class="unseen"> waiting</span></span>`;
    return html`<a${own}>${title}${bubble}</a>\n`;
  })}</nav>
<p class="who"><span class="unseen">Signed in as </span>${foreignLine(visitor.name ?? visitor.id)}</p>
</header>
<p class="offline" id="offline" role="status" hidden></p>`;
}

/** Leads on to a page, after something was done. */
export function sendOn(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...pageHeaders, location });
  for (const one of cookies) headers.append("set-cookie", one);
  return new Response(null, { status: 303, headers });
}
