// The document around every page.

import { cutLine } from "../html/foreign-text.js";
import { type AttributeValue, attributes, type Html, type HtmlValue, html } from "../html/html.js";

/** Where the files of every page are. */
export interface AssetLinks {
  readonly styles: string;
  readonly script: string;
  readonly icon: string;
}

/** What a document is made of. */
export interface DocumentOptions {
  readonly title: string;
  readonly links: AssetLinks;
  readonly body: HtmlValue;
  /** Attributes of the body. */
  readonly own?: { readonly [name: string]: AttributeValue };
}

/** Apart from its tag, since bundlers rewrite templates in which a script seems to end. */
const END_OF_SCRIPT = "script";

/** The whole document as text. */
export function renderDocument({ title, links, body, own = {} }: DocumentOptions): string {
  const page: Html = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${cutLine(title, 120)}</title>
<link rel="icon" href="${links.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${links.styles}">
<script src="${links.script}" defer></${END_OF_SCRIPT}>
</head>
<body${attributes(own)}>
${body}
</body>
</html>
`;
  return page.text;
}
