// The ways out of a card, always in reach: answer, decline, not now, cancel.

import { type Html, html } from "../../html/html.js";

const ACCEPT = {
  approve: ["Approve", "Approving…"],
  answer: ["Send answer", "Sending…"],
  answers: ["Send answers", "Sending…"],
  finished: ["I have finished", "Sending…"],
} as const;

/** Which ways a card has. */
export interface ActionsOptions {
  /** What accepting is called; absent where nothing can be accepted. */
  readonly accept?: keyof typeof ACCEPT | undefined;
  /** Another way to begin with, in place of accepting. */
  readonly first?: Html;
  /** True where there is no form to decline: only somebody at a terminal can. */
  readonly isElsewhere?: boolean;
}

/**
 * Stands outside the forms, so that it stays in view however long the card is. What declines and cancels belongs to the
 * form `refuse`, so that nothing that was filled in goes along.
 */
export function renderActions({ accept, first, isElsewhere = false }: ActionsOptions): Html {
  const [label, busy] = accept === undefined ? ["", ""] : ACCEPT[accept];
  return html`<div class="actions">
${!isElsewhere && renderReason()}
${accept !== undefined && html`<button class="button primary" form="answer" name="action" value="accept" data-busy="${busy}">${label}</button>`}
${first}
${!isElsewhere && html`<button class="button" form="refuse" name="action" value="decline" data-busy="Declining…">Decline</button>`}
<button class="button quiet" form="answer" name="action" value="later" formenctype="application/x-www-form-urlencoded" data-later>Not now</button>
<button class="button quiet" form="refuse" name="action" value="cancel" data-busy="Cancelling…">Cancel</button>
</div>`;
}

/** Why somebody declines or cancels, if they like to say: beside the buttons, which stay where they are when it opens. */
const renderReason = (): Html =>
  html`<details class="reason"><summary>Say why you decline or cancel</summary>
<label class="label" for="reason">Reason <span class="optional">goes to the asker</span></label>
<textarea id="reason" form="refuse" name="reason" rows="2" dir="auto" autocomplete="off"></textarea></details>`;
