// Says of a card why it is not among what waits, and undoes that.

import { foreignLine } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import { mutedBy } from "../list/muted-by.js";
import type { InboxVisit } from "../visit.js";
import type { Card } from "./load-card.js";

/** Enter in a field presses the first button of its form, which is to be the one that sends, wherever that stands. */
const pressedByEnter = (): Html =>
  html`<button class="by-enter" form="answer" name="action" value="accept" tabindex="-1" aria-hidden="true"></button>`;

/** `isAnswerable` where the card has a button that sends an answer. */
export function renderPlaceNotes(
  { visitor }: InboxVisit,
  { elicitation, mute }: Card,
  { isAnswerable }: { readonly isAnswerable: boolean },
): Html {
  const aside =
    elicitation.aside === true &&
    html`${isAnswerable && pressedByEnter()}<p class="note note-plain note-way"><span>You have put this aside.</span> <button class="text-button" form="answer" name="action" value="back" formenctype="application/x-www-form-urlencoded">Bring it back</button></p>`;
  const muted =
    mute !== undefined &&
    html`<p class="note note-plain note-way"><span>${foreignLine(mute.server)} is muted by ${mutedBy(mute, visitor.id)}: nobody is told of what it asks.</span> <button class="text-button" form="mute" name="action" value="unmute">Unmute</button></p>`;
  return html`<div id="places" data-fresh>${aside}${muted}</div>`;
}
