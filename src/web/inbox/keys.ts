// The keys of the inbox, as they are listed in the settings and in the dialog that one of them opens.

import { type Html, html } from "../html/html.js";

const KEYS = [
  [["j"], "the next question"],
  [["k"], "the one before"],
  [["Enter"], "open it"],
  [["Esc"], "not now: back to the list, and nothing is sent"],
  [["?"], "show these keys"],
] as const;

/** The list of keys. */
export const renderKeys = (): Html =>
  html`<dl class="key-list">${KEYS.map(([keys, what]) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${what}</dd></div>\n`)}</dl>`;

/** The dialog, which only the script opens. */
export const renderKeyDialog = (): Html =>
  html`<dialog class="help" id="help" aria-labelledby="help-title"><h2 id="help-title">Keys</h2>
${renderKeys()}
<form method="dialog"><button class="button">Close</button></form></dialog>`;
