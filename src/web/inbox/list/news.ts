// What was just done, said on the page that follows.

import { type Html, type HtmlValue, html } from "../../html/html.js";
import type { InboxLinks } from "../inbox-links.js";
import { plural } from "../words.js";

const DONE: { readonly [done: string]: (count: number, links: InboxLinks) => HtmlValue } = {
  later: (count) => `${plural(count, "question", "questions")} put aside. They stay open.`,
  back: (count) => `${plural(count, "question", "questions")} brought back.`,
  cancel: (count) => `${plural(count, "question", "questions")} cancelled.`,
  mute: (count, links) =>
    html`${plural(count, "server", "servers")} muted. <a href="${links.to("settings")}">Undo it in the settings</a>`,
  none: () => "Nothing was selected.",
  over: (count) => `${plural(count, "question was", "questions were")} over already.`,
};

/** Says what the address says was done; nothing for what it does not know. */
export function newsOf(query: URLSearchParams, links: InboxLinks): Html | undefined {
  const said = DONE[query.get("done") ?? ""];
  const count = Number(/^\d{1,4}$/.exec(query.get("n") ?? "")?.[0] ?? "0");
  const over = Number(/^\d{1,4}$/.exec(query.get("over") ?? "")?.[0] ?? "0");
  if (said === undefined || !Object.hasOwn(DONE, query.get("done") ?? "")) return undefined;
  return html`${said(count, links)}${over > 0 && html` ${DONE.over?.(over, links)}`}`;
}
