// A page of the inbox that only tells something, to whoever it is.

import { type HtmlValue, html } from "../html/html.js";
import { type AssetLinks, renderDocument } from "../layout/document.js";
import { MARK } from "./mark.js";

/** What it tells. */
export interface AlonePage {
  readonly title: string;
  readonly links: AssetLinks;
  readonly sign: "i" | "!";
  readonly body: HtmlValue;
}

/** The whole document as text. */
export const renderAlone = ({ title, links, sign, body }: AlonePage): string =>
  renderDocument({
    title: `${title} · Beckon`,
    links,
    own: { class: "inbox" },
    body: html`<main class="alone"><p class="alone-brand">${MARK}Beckon</p>
<div class="receipt">
<div class="sign sign-plain" aria-hidden="true">${sign}</div>
<h1>${title}</h1>
${body}
</div></main>`,
  });
