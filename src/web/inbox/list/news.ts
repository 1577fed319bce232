// What was just done, said on the page that follows.

import { hiddenInputs } from "../../html/hidden-inputs.js";
import { type Html, type HtmlValue, html } from "../../html/html.js";
import type { InboxLinks } from "../inbox-links.js";
import type { InboxVisit } from "../visit.js";
import { plural } from "../words.js";

const DONE: { readonly [done: string]: (count: number, links: InboxLinks) => HtmlValue } = {
  later: (count) =>
    `${plural(count, "question", "questions")} put aside. ${count === 1 ? "It stays" : "They stay"} open.`,
  back: (count) => `${plural(count, "question", "questions")} brought back.`,
  cancel: (count) => `${plural(count, "question", "questions")} cancelled.`,
  mute: (count, links) =>
    html`${plural(count, "server", "servers")} muted. <a href="${links.to("settings")}">Undo it in the settings</a>`,
  none: () => "Nothing was selected.",
  over: (count) => `${plural(count, "question was", "questions were")} over already.`,
};

/** Says what the address says was done; nothing for what it does not know. */
export function newsOf(query: URLSearchParams, links: InboxLinks, visit: InboxVisit): Html | undefined {
  const said = DONE[query.get("done") ?? ""];
  const count = Number(/^\d{1,4}$/.exec(query.get("n") ?? "")?.[0] ?? "0");
  const over = Number(/^\d{1,4}$/.exec(query.get("over") ?? "")?.[0] ?? "0");
  if (said === undefined || !Object.hasOwn(DONE, query.get("done") ?? "")) return undefined;
  return html`${said(count, links)}${over > 0 && html` ${DONE.over?.(over, links)}`}${renderUndo(query, links, visit)}`;
}

/** What the next page needs to undo it, where it is one question. */
export const undoOf = ([id, ...others]: readonly string[]): string =>
  id === undefined || others.length > 0 ? "" : `&id=${encodeURIComponent(id)}`;

/** A way back, where one question was put aside. */
function renderUndo(query: URLSearchParams, links: InboxLinks, { token, search }: InboxVisit): HtmlValue {
  const id = query.get("done") === "later" ? query.get("id") : null;
  return (
    id !== null &&
    html` <form class="undo" method="post" action="${links.path}${search}">${hiddenInputs({ token, id })}<button class="text-button" name="action" value="back">Undo</button></form>`
  );
}
