// The pages that say nothing of any question: for strangers, broken links and forms that no page has sent.

import { foreignLine } from "../html/foreign-text.js";
import { html } from "../html/html.js";
import type { Visitor } from "../security/visitor.js";
import type { PageParts } from "./page-parts.js";
import { sendNotice } from "./send-page.js";

/** No such page, and none that there ever was as far as anybody can tell. */
export const refuseUnknown = (parts: PageParts): Response =>
  sendNotice(parts, {
    status: 404,
    title: "There is nothing here",
    sign: "plain",
    body: html`<p class="lead">The link is not complete, or what it led to is long over. Go back to where you found it and open it again.</p>`,
  });

/** Nobody is signed in. */
export const refuseStranger = (parts: PageParts): Response =>
  sendNotice(parts, {
    status: 401,
    title: "Sign in first",
    sign: "plain",
    body: html`<p class="lead">This link is for one person only. Sign in to ${foreignLine(parts.serverName)} in this browser, then open the link again.</p>`,
  });

/** Somebody else is signed in. Who should be is not told. */
export const refuseOther = (parts: PageParts, { id, name }: Visitor): Response =>
  sendNotice(parts, {
    status: 403,
    title: "This is for somebody else",
    sign: "wrong",
    body: html`<p class="lead">You are signed in to ${foreignLine(parts.serverName)} as <strong>${foreignLine(name ?? id)}</strong>, and this link was made for another account.</p>
<p class="lead">If somebody sent you this link, do not sign in with their account or give them what it asks for. You can close this page.</p>`,
  });

/** A form without its token. */
export const refuseToken = (parts: PageParts, path: string): Response =>
  sendNotice(parts, {
    status: 403,
    title: "Nothing was sent",
    sign: "wrong",
    body: html`<p class="lead">This form did not come from the page it belongs to, or your browser has lost its cookie since. Nothing has changed.</p>
<a class="button" href="${path}">Open the question again</a>`,
  });

/** A form that none of our pages sends. */
export const refuseBody = (parts: PageParts, path: string, status: number, reason: string): Response =>
  sendNotice(parts, {
    status,
    title: "Nothing was sent",
    sign: "wrong",
    body: html`<p class="lead">What came cannot be taken. ${reason} Nothing has changed.</p>
<a class="button" href="${path}">Open the question again</a>`,
  });

export const refuseMethod = (parts: PageParts, allow: string): Response =>
  sendNotice(parts, {
    status: 405,
    title: "That cannot be done here",
    sign: "wrong",
    body: html`<p class="lead">This page can be opened and answered, and nothing else.</p>`,
    headers: { allow },
  });

/** The request means another server. */
export const refuseHost = (parts: PageParts): Response =>
  sendNotice(parts, {
    status: 421,
    title: "Wrong address",
    sign: "wrong",
    body: html`<p class="lead">These pages are not served under this name. Open the link as it was given to you.</p>`,
  });

/** Something failed on our side; what it was is in the log under this number. */
export const refuseFailed = (parts: PageParts, errorId: string): Response =>
  sendNotice(parts, {
    status: 500,
    title: "Something went wrong",
    sign: "wrong",
    body: html`<p class="lead">It is not your doing, and it has been written down under the number ${errorId}. Try again in a moment.</p>`,
  });
