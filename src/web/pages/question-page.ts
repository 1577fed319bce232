// The page of an open question.

import type { KeptElicitation } from "../../broker/broker.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { placeFields } from "../form/controls.js";
import { canRender, renderFields, renderProblems } from "../form/render-form.js";
import type { ShownForm } from "../form/shown-form.js";
import { aboutFor, askerHead, callOf, moment } from "../html/asker-lines.js";
import { cutLine, foreignBlock, foreignLine } from "../html/foreign-text.js";
import { attributes, type Html, type HtmlValue, html } from "../html/html.js";
import { createToken } from "../security/csrf.js";
import type { PageParts } from "./page-parts.js";
import { sendPage } from "./send-page.js";
import type { Visit } from "./visit.js";

/** What has happened to the form so far; nothing, at first. */
export interface Attempt extends Pick<ShownForm, "posted" | "problems"> {
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
  const shown: ShownForm = { schema, posted: attempt.posted, problems: attempt.problems };
  const path = parts.links.pathOf(id);
  const isLong = message.length > 200 || message.includes("\n");
  const isWrong = attempt.problems.size > 0;

  const card = html`<div class="card">
${askerHead(asker)}
${foreignBlock(message, isLong ? "message message-long" : "message")}
${deadlineLine(elicitation, parts.clock.now())}
${renderProblems(shown)}
${answerForm({ path, token, key, shown }, aboutList(parts, visit))}
</div>`;
  return sendPage(parts, {
    status: attempt.status,
    title: `${isWrong ? "Error: " : ""}${cutLine(message, 60)} · ${cutLine(asker.server, 40)}`,
    body: card,
    headers: { "set-cookie": parts.cookie.header(browser) },
    live: {
      "data-live": `${path}/state`,
      "data-page": path,
      "data-token": token,
      "data-now": String(parts.clock.now()),
      "data-expires": expiresAt === undefined ? undefined : String(expiresAt),
    },
  });
}

function deadlineLine({ expiresAt }: KeptElicitation, now: number): Html | undefined {
  if (expiresAt === undefined) return undefined;
  return html`<p class="deadline">Answer by ${moment(expiresAt)} <span data-left>(${aboutFor(expiresAt - now)} left)</span></p>`;
}

interface AnswerForm {
  readonly path: string;
  readonly token: string;
  readonly key: string;
  readonly shown: ShownForm;
}

/**
 * Two forms: what is typed or chosen is sent only with an answer, so that declining sends nothing of it. The buttons stand
 * outside of both, and so in view however long the question is. A form with a field that cannot be shown has no way to
 * accept.
 */
function answerForm({ path, token, key, shown }: AnswerForm, about: Html): HtmlValue {
  const fields = placeFields(shown.schema);
  const hasFiles = fields.some(({ field }) => field.type === "file");
  const hidden = html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="key" value="${key}">`;
  const form = attributes({
    class: "answer",
    id: "answer",
    method: "post",
    action: path,
    enctype: hasFiles ? "multipart/form-data" : undefined,
    novalidate: true,
    autocomplete: "off",
  });
  const isApproval = fields.length === 0;
  const [label, busy] = isApproval ? ["Approve", "Approving…"] : ["Send answer", "Sending…"];
  return html`<form id="refuse" method="post" action="${path}">${hidden}</form>
<form${form}>${hidden}
${!isApproval && html`<div class="fields">${renderFields(shown)}</div>`}
${about}
<details class="reason"><summary>Say why you decline</summary>
<label class="label" for="reason">Reason <span class="optional">goes to the asker</span></label>
<textarea id="reason" form="refuse" name="reason" rows="1" dir="auto"></textarea></details>
</form>
<div class="actions">
${canRender(shown) && html`<button class="button primary" form="answer" name="action" value="accept" data-busy="${busy}">${label}</button>`}
<button class="button" form="refuse" name="action" value="decline">Decline</button>
<a class="button quiet" href="${path}/later">Not now</a>
<button class="button quiet" form="refuse" name="action" value="cancel">Cancel</button>
</div>`;
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
