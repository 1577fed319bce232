// Makes responses of pages.

import { attributes, type HtmlValue, html } from "../html/html.js";
import { renderDocument } from "../layout/document.js";
import { pageHeaders } from "../security/headers.js";
import type { PageParts } from "./page-parts.js";

/** A page to send. */
export interface SentPage {
  readonly status: number;
  readonly title: string;
  readonly body: HtmlValue;
  readonly headers?: { readonly [name: string]: string };
  readonly live?: { readonly [name: string]: string | undefined };
}

/** A whole page with every header that it needs. */
export function sendPage(parts: PageParts, { status, title, body, headers, live }: SentPage): Response {
  const main = html`<main${attributes({ class: "page", ...live })}>
${body}
</main>`;
  const text = renderDocument({ title, links: parts.assetLinks, body: main });
  return new Response(text, {
    status,
    headers: { ...pageHeaders, "content-type": "text/html; charset=utf-8", ...headers },
  });
}

/** What a page looks like that only tells something. */
export interface Notice {
  readonly status: number;
  readonly title: string;
  readonly sign: "good" | "plain" | "late" | "wrong";
  readonly body: HtmlValue;
  readonly headers?: { readonly [name: string]: string };
}

const SIGNS = { good: "✓", plain: "i", late: "!", wrong: "×" } as const;

/** A page that tells how things stand. */
export function sendNotice(parts: PageParts, { status, title, sign, body, headers }: Notice): Response {
  const card = html`<div class="card"><div class="state">
<div class="sign sign-${sign}" aria-hidden="true">${SIGNS[sign]}</div>
<h1>${title}</h1>
${body}
</div></div>`;
  return sendPage(parts, { status, title, body: card, ...(headers && { headers }) });
}
