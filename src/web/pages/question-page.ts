// The page of an open question.

import type { KeptElicitation } from "../../broker/broker.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { renderActions } from "../form/actions.js";
import { renderAnswerForms } from "../form/answer-forms.js";
import { placeFields } from "../form/controls.js";
import { isAllShown } from "../form/draft-of.js";
import { canRender, renderFields, renderProblems } from "../form/render-form.js";
import type { ShownForm } from "../form/shown-form.js";
import { aboutFor, askerHead, callOf, moment } from "../html/asker-lines.js";
import { cutLine, foreignBlock, foreignLine } from "../html/foreign-text.js";
import { type Html, type HtmlValue, html } from "../html/html.js";
import { createToken } from "../security/csrf.js";
import type { PageParts } from "./page-parts.js";
import { sendPage } from "./send-page.js";
import type { Visit } from "./visit.js";

/** What has happened to the form so far; nothing, at first. */
export interface Attempt extends Pick<ShownForm, "posted" | "problems" | "isDraft"> {
  readonly status: number;
}

const FIRST: Attempt = { status: 200, problems: new Map() };
const EMPTY: FormSchema = { type: "object", properties: {} };

/** Shows the question, with what was typed and what is wrong with it after an attempt. */
export function sendQuestion(parts: PageParts, visit: Visit, attempt: Attempt = FIRST): Response {
  const { elicitation } = visit;
  const { id, message, schema = EMPTY, asker, expiresAt } = elicitation;
  const browser = visit.browser ?? parts.cookie.create();
  const token = createToken(parts.ring, { browser, visitorId: visit.visitor?.id, subject: id });
  const key = parts.ring.random(16).toString("base64url");
  const { status, ...typed } = attempt;
  const shown: ShownForm = { schema, titleId: "title", ...typed };
  const path = parts.links.pathOf(id);
  const isLong = message.length > 200 || message.includes("\n");
  const isApproval = placeFields(schema).length === 0;
  const isWrong = attempt.problems.size > 0;

  const card = html`<div class="card">
${askerHead(asker)}
<div id="title">${foreignBlock(message, isLong ? "message message-long" : "message")}</div>
${deadlineLine(elicitation, parts.clock.now())}
${renderProblems(shown)}
${renderAnswerForms({
  path,
  hidden: { token, key },
  shown: [shown],
  inside: html`${!isApproval && html`<div class="fields">${renderFields(shown)}</div>`}
${aboutList(parts, visit)}`,
})}
${renderActions({
  // A form with a field that cannot be shown has no way to accept.
  accept: canRender(shown) ? (isApproval ? "approve" : "answer") : undefined,
  later: renderLater(schema, path),
})}
</div>`;
  return sendPage(parts, {
    status,
    title: `${isWrong ? "Error: " : ""}${cutLine(message, 60)} · ${cutLine(asker.server, 40)}`,
    body: card,
    headers: { "set-cookie": parts.cookie.header(browser) },
    live: {
      "data-live": `${path}/state`,
      "data-page": path,
      "data-now": String(parts.clock.now()),
      "data-expires": expiresAt === undefined ? undefined : String(expiresAt),
    },
  });
}

/**
 * "Not now". What was typed is sent along, so that it is kept without a script too; where something of it is concealed,
 * such as a secret, nothing is sent.
 */
const renderLater = (schema: FormSchema, path: string): Html =>
  placeFields(schema).length > 0 && isAllShown(schema)
    ? html`<button class="button quiet" form="answer" name="action" value="later">Not now</button>`
    : html`<a class="button quiet" href="${path}/later">Not now</a>`;

function deadlineLine({ expiresAt }: KeptElicitation, now: number): Html | undefined {
  if (expiresAt === undefined) return undefined;
  return html`<p class="deadline">Answer by ${moment(expiresAt)} <span data-left>(${aboutFor(expiresAt - now)} left)</span></p>`;
}

/** Who asks through what for whom: what a person needs to tell a good question from a bad one. */
function aboutList({ links }: PageParts, { elicitation, visitor }: Visit): Html {
  const { asker, createdAt, audience } = elicitation;
  const { kind, name } = callOf(asker);
  const account = visitor?.name ?? visitor?.id ?? audience;
  const rows: readonly (readonly [string, HtmlValue])[] = [
    ["Server", html`${foreignLine(asker.server)} <span class="optional">at ${links.host}</span>`],
    [kind, foreignLine(name)],
    ["Client", asker.client === undefined ? "not named" : foreignLine(asker.client)],
    ["Account", account === undefined ? "nobody is signed in" : foreignLine(account)],
    ["Asked", moment(createdAt)],
  ];
  return html`<dl class="about">${rows.map(([term, said]) => html`<div><dt>${term}</dt><dd>${said}</dd></div>\n`)}</dl>`;
}
