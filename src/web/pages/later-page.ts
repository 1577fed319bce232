// The page after "Not now": nothing has been sent, and the question stays open.

import { isAllKept } from "../form/draft-of.js";
import { moment } from "../html/asker-lines.js";
import { html } from "../html/html.js";
import { findDraft } from "./drafts.js";
import { isEnded, sendEnded } from "./ended-page.js";
import type { PageParts } from "./page-parts.js";
import { sendNotice } from "./send-page.js";
import type { Visit } from "./visit.js";

export async function sendLater(parts: PageParts, visit: Visit): Promise<Response> {
  const { elicitation } = visit;
  if (isEnded(elicitation)) return sendEnded(parts, visit, false);
  const { expiresAt, id, schema } = elicitation;
  const until = expiresAt === undefined ? "until you answer" : html`until ${moment(expiresAt)}`;
  const isKept = schema !== undefined && isAllKept(schema) && (await findDraft(parts, visit)) !== undefined;
  return sendNotice(parts, {
    status: 200,
    title: "Left open",
    sign: "plain",
    body: html`<p class="lead">Nothing was sent. The question stays open ${until}: open the same link again whenever you like.${isKept && " What you typed is kept there for you."}</p>
<a class="button" href="${parts.links.pathOf(id)}">Back to the question</a>`,
  });
}
