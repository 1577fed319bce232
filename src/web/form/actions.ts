// The ways out of a question, always in reach: answer, decline, not now, cancel.

import { type Html, type HtmlValue, html } from "../html/html.js";

const ACCEPT = {
  approve: ["Approve", "Approving…"],
  answer: ["Send answer", "Sending…"],
  answers: ["Send answers", "Sending…"],
  finished: ["I have finished", "Sending…"],
} as const;

/** Which ways a question has. */
export interface ActionsOptions {
  /** What accepting is called; absent where nothing can be accepted. */
  readonly accept?: keyof typeof ACCEPT | undefined;
  /** Another way to begin with, in place of accepting. */
  readonly first?: Html;
  /** "Not now". */
  readonly later: Html;
  /** True for several questions, which are declined and cancelled together. */
  readonly isForAll?: boolean;
  /** True where there is no form to decline: only somebody at a terminal can. */
  readonly isElsewhere?: boolean;
}

/**
 * Stands outside the forms, so that it stays in view however long the question is. What declines and cancels belongs to
 * the form `refuse`, so that nothing that was filled in goes along.
 */
export function renderActions({
  accept,
  first,
  later,
  isForAll = false,
  isElsewhere = false,
}: ActionsOptions): Html {
  const all = isForAll ? " all" : "";
  return html`<div class="actions">
${!isElsewhere && renderReason()}
${accept !== undefined && renderAccept(accept)}
${first}
${!isElsewhere && html`<button class="button" form="refuse" name="action" value="decline" data-busy="Declining…">Decline${all}</button>`}
${later}
<button class="button quiet" form="refuse" name="action" value="cancel" data-busy="Cancelling…">Cancel${all}</button>
</div>`;
}

function renderAccept(accept: keyof typeof ACCEPT): HtmlValue {
  const [label, busy] = ACCEPT[accept];
  return html`<button class="button primary" form="answer" name="action" value="accept" data-busy="${busy}">${label}</button>`;
}

/** Why somebody declines or cancels, if they like to say: beside the buttons, which stay where they are when it opens. */
const renderReason = (): Html =>
  html`<details class="reason"><summary>Say why you decline or cancel</summary>
<label class="label" for="reason">Reason <span class="optional">goes to the asker</span></label>
<textarea id="reason" form="refuse" name="reason" rows="2" dir="auto" autocomplete="off"></textarea></details>`;
