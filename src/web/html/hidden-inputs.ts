// What a form sends along and nobody fills in.

import { type Html, html } from "./html.js";

/** An input for each value, in their order. */
export const hiddenInputs = (values: { readonly [name: string]: string }): readonly Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
