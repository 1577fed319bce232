// The forms of a question: one that answers, and one that refuses.

import { hiddenInputs } from "../html/hidden-inputs.js";
import { attributes, type Html, type HtmlValue, html } from "../html/html.js";
import { placeFields } from "./controls.js";
import type { ShownForm } from "./shown-form.js";

/** What goes into the forms of a question. */
export interface AnswerFormsOptions {
  /** Where both are sent to. */
  readonly path: string;
  /** What both send along. */
  readonly hidden: { readonly [name: string]: string };
  /** Every form that is filled in here. */
  readonly shown: readonly ShownForm[];
  /** The fields, and what stands below them. */
  readonly inside: HtmlValue;
}

/**
 * Two forms: what is typed or chosen is sent only with an answer, so that declining sends nothing of it. The buttons stand
 * outside of both, and so in view however long the question is.
 */
export function renderAnswerForms({ path, hidden, shown, inside }: AnswerFormsOptions): Html {
  const hasFiles = shown.some(({ schema }) => placeFields(schema).some(({ field }) => field.type === "file"));
  const own = attributes({
    class: "answer",
    id: "answer",
    method: "post",
    action: path,
    enctype: hasFiles ? "multipart/form-data" : undefined,
    novalidate: true,
    autocomplete: "off",
    "data-answer": true,
  });
  const sent = hiddenInputs(hidden);
  return html`<form id="refuse" method="post" action="${path}">${sent}</form>
<form${own}>${sent}
${inside}
</form>`;
}
