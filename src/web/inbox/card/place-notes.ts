// Says of a card why it is not among what waits, and undoes that.

import { foreignLine } from "../../html/foreign-text.js";
import { type Html, html } from "../../html/html.js";
import { mutedBy } from "../list/muted-by.js";
import type { InboxVisit } from "../visit.js";
import type { Card } from "./load-card.js";

export function renderPlaceNotes({ visitor }: InboxVisit, { elicitation, mute }: Card): Html {
  const aside =
    elicitation.aside === true &&
    html`<p class="note note-plain note-way"><span>You have put this aside.</span> <button class="text-button" form="answer" name="action" value="back" formenctype="application/x-www-form-urlencoded">Bring it back</button></p>`;
  const muted =
    mute !== undefined &&
    html`<p class="note note-plain note-way"><span>${foreignLine(mute.server)} is muted by ${mutedBy(mute, visitor.id)}: nobody is told of what it asks.</span> <button class="text-button" form="mute" name="action" value="unmute">Unmute</button></p>`;
  return html`<div id="places" data-fresh>${aside}${muted}</div>`;
}
