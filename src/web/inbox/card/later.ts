// "Not now" on a card: what was typed is kept, and nothing is sent to the asker.

import { type Html, html } from "../../html/html.js";

/** Files are not kept, and so not sent. */
export const renderLater = (): Html =>
  html`<button class="button quiet" form="answer" name="action" value="later" formenctype="application/x-www-form-urlencoded" data-later>Not now</button>`;
