// The form behind the button of a card that mutes its server.

import type { ElicitationResource } from "../../api/resources.js";
import { hiddenInputs } from "../../html/hidden-inputs.js";
import { type Html, html } from "../../html/html.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";

export const renderMuteForm = (
  { links }: InboxParts,
  { token }: InboxVisit,
  { asker, id }: ElicitationResource,
): Html =>
  html`<form id="mute" method="post" action="${links.to("mutes")}">${hiddenInputs({ token, server: asker.server, card: id })}</form>`;
