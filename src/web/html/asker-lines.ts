// Says on whose behalf a person is asked.

import type { Asker } from "../../core/elicitation/elicitation.js";
import { purposeOf } from "../../core/elicitation/purpose.js";
import { cutLine, foreignLine } from "./foreign-text.js";
import { type Html, html } from "./html.js";

const CALLED: ReadonlyMap<string, string> = new Map([
  ["tools/call", "Tool"],
  ["prompts/get", "Prompt"],
  ["resources/read", "Resource"],
]);

/** How what is being called is named, and what it is: `Tool`, `book_table`. */
export function callOf(asker: Pick<Asker, "method" | "target">): {
  readonly kind: string;
  readonly name: string;
} {
  const { method, target } = asker;
  const { words, name } = purposeOf(asker);
  // What belongs to no call came in some other way.
  return name === undefined
    ? { kind: "Way", name: words }
    : { kind: CALLED.get(method) ?? "Request", name: target ?? method };
}

/** For which of its tools somebody is asked, or in which other way: `for its tool book_table`, `over the API`. */
export function purposeLine(asker: Pick<Asker, "method" | "target">): Html {
  const { words, name } = purposeOf(asker);
  return html`${words}${name !== undefined && html` ${foreignLine(name)}`}`;
}

/** By which client, or by which token of the API; nothing of a sample, which people ask for themselves. */
export function throughLine({ method, client }: Pick<Asker, "method" | "client">): Html | undefined {
  if (client === undefined || method === "sample") return undefined;
  return method === "api"
    ? html`through the token “${foreignLine(client)}”`
    : html`through ${foreignLine(client)}`;
}

/** The head of a question: who asks, and for which of its tools. */
export function askerHead(asker: Pick<Asker, "server" | "method" | "target">): Html {
  const initial = [...cutLine(asker.server)][0] ?? "?";
  return html`<header class="asker">
<div class="badge" aria-hidden="true">${initial.toLocaleUpperCase("en")}</div>
<div><h1 class="asker-name">${foreignLine(asker.server)} asks you</h1>
<p class="asker-what">${purposeLine(asker)}</p></div>
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
