// The page after "Not now": nothing has been sent, and the question stays open.

import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { isAllKept } from "../form/draft-of.js";
import { moment } from "../html/asker-lines.js";
import { html } from "../html/html.js";
import { findDraft } from "./drafts.js";
import { isEnded, sendEnded } from "./ended-page.js";
import type { PageParts } from "./page-parts.js";
import { sendNotice } from "./send-page.js";
import type { Visit } from "./visit.js";

/** The search of its address where what was typed is not kept. */
export const NOT_KEPT = "?kept=no";

const EMPTY: FormSchema = { type: "object", properties: {} };

export async function sendLater(parts: PageParts, visit: Visit, search: string): Promise<Response> {
  const { elicitation } = visit;
  if (isEnded(elicitation)) return sendEnded(parts, visit, false);
  const { expiresAt, id } = elicitation;
  const until = expiresAt === undefined ? "until you answer" : html`until ${moment(expiresAt)}`;
  const typed = search === NOT_KEPT ? "What you typed could not be kept." : await typedText(parts, visit);
  return sendNotice(parts, {
    status: 200,
    title: "Left open",
    sign: "plain",
    body: html`<p class="lead">Nothing was sent. The question stays open ${until}: open the same link again whenever you like.${typed && ` ${typed}`}</p>
<a class="button" href="${parts.links.pathOf(id)}">Back to the question</a>`,
  });
}

/** What became of what was typed, if anything was. */
async function typedText(parts: PageParts, visit: Visit): Promise<string | undefined> {
  const isAll = isAllKept(visit.elicitation.schema ?? EMPTY);
  if ((await findDraft(parts, visit)) !== undefined)
    return isAll
      ? "What you typed is kept there for you."
      : "What you typed is kept there for you, except secrets, what is called like one, and files.";
  // A script may still be about to keep it.
  return isAll ? undefined : "So far, nothing that you typed is kept.";
}
