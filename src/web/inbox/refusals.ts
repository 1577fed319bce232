// The pages that say nothing of any question: for strangers, broken links and forms that no page has sent.

import { type HtmlValue, html } from "../html/html.js";
import { pageHeaders } from "../security/headers.js";
import type { InboxParts } from "./inbox-parts.js";
import { renderAlone } from "./render-alone.js";

interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly body: HtmlValue;
  readonly headers?: { readonly [name: string]: string };
}

function refuse(parts: InboxParts, { status, title, body, headers }: Refusal): Response {
  const links = { ...parts.assetLinks, icon: parts.links.icon(0) };
  const text = renderAlone({ title, links, sign: status >= 500 ? "!" : "i", body });
  return new Response(text, {
    status,
    headers: { ...pageHeaders, "content-type": "text/html; charset=utf-8", ...headers },
  });
}

const toInbox = ({ links }: InboxParts, text = "To the inbox"): HtmlValue =>
  html`<p class="onward"><a class="button" href="${links.path}">${text}</a></p>`;

/** Nobody is signed in. */
export const refuseStranger = (parts: InboxParts): Response =>
  refuse(parts, {
    status: 401,
    title: "Sign in first",
    body: html`<p class="lead">This inbox is for people who are signed in. Use the sign-in link that the server gives you; each works once.</p>`,
  });

/** No such page. */
export const refuseUnknown = (parts: InboxParts): Response =>
  refuse(parts, {
    status: 404,
    title: "There is nothing here",
    body: html`<p class="lead">The link is not complete, or what it led to is forgotten.</p>${toInbox(parts)}`,
  });

/** A form without its token. */
export const refuseToken = (parts: InboxParts): Response =>
  refuse(parts, {
    status: 403,
    title: "Nothing was sent",
    body: html`<p class="lead">This form did not come from the inbox, or your browser has lost its cookie since. Nothing has changed.</p>${toInbox(parts)}`,
  });

/** A form that none of our pages sends. */
export const refuseBody = (parts: InboxParts, status: number, reason: string): Response =>
  refuse(parts, {
    status,
    title: "Nothing was sent",
    body: html`<p class="lead">What came cannot be taken. ${reason} Nothing has changed.</p>${toInbox(parts)}`,
  });

export const refuseMethod = (parts: InboxParts, allow: string): Response =>
  refuse(parts, {
    status: 405,
    title: "That cannot be done here",
    body: toInbox(parts),
    headers: { allow },
  });

/** The request means another server. */
export const refuseHost = (parts: InboxParts): Response =>
  refuse(parts, {
    status: 421,
    title: "Wrong address",
    body: html`<p class="lead">The inbox is not served under this name. Open it under the address that it was set up with.</p>`,
  });

/** Something failed on our side; what it was is in the log under this number. */
export const refuseFailed = (parts: InboxParts, errorId: string): Response =>
  refuse(parts, {
    status: 500,
    title: "Something went wrong",
    body: html`<p class="lead">It is not your doing, and it has been written down under the number ${errorId}. What you typed is kept as far as it was saved. Try again in a moment.</p>${toInbox(parts, "Try again")}`,
  });
