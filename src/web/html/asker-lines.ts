// Says on whose behalf a person is asked.

import type { Asker } from "../../core/elicitation/elicitation.js";
import { cutLine, foreignLine } from "./foreign-text.js";
import { type Html, html } from "./html.js";

const CALLED: { readonly [method: string]: string } = {
  "tools/call": "Tool",
  "prompts/get": "Prompt",
  "resources/read": "Resource",
};

/** How what is being called is named, and what it is: `Tool`, `book_table`. */
export const callOf = ({
  method,
  target,
}: Pick<Asker, "method" | "target">): { readonly kind: string; readonly name: string } => ({
  kind: CALLED[method] ?? "Request",
  name: target ?? method,
});

/** The head of a question: who asks, and for which of its tools. */
export function askerHead(asker: Pick<Asker, "server" | "method" | "target">): Html {
  const { kind, name } = callOf(asker);
  const initial = [...cutLine(asker.server)][0] ?? "?";
  return html`<header class="asker">
<div class="badge" aria-hidden="true">${initial.toLocaleUpperCase("en")}</div>
<div><h1 class="asker-name">${foreignLine(asker.server)} asks you</h1>
<p class="asker-what">for its ${kind.toLowerCase()} ${foreignLine(name)}</p></div>
</header>`;
}

/** A moment, in UTC until the script has said it in the reader's own way. */
export function moment(at: number): Html {
  const date = new Date(at);
  const text = date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return html`<time datetime="${date.toISOString()}">${text} UTC</time>`;
}

/** A length of time in words that stay true for a while: `about 5 minutes`. */
export function aboutFor(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return `about ${minutes} minute${minutes === 1 ? "" : "s"}`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `about ${hours} hours` : `about ${Math.round(hours / 24)} days`;
}
