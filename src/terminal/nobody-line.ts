// What is said where nobody is there to answer: one line, with who asked what and how to answer.

import { askerAt } from "../core/elicitation/asker-at.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import { toUrlDisplay, type UrlDisplay } from "../core/url-display.js";
import { shortLine } from "./card/card.js";

const LONGEST_MESSAGE = 300;

/** One line for standard error. */
export const nobodyLine = (elicitation: Elicitation, supply: string): string =>
  `beckon: ${askedText(elicitation)} There is no terminal to answer in. ${supply}\n`;

/** Who asks what, for one line. Of a url only the host is told. */
export function askedText(elicitation: Elicitation): string {
  const { asker, message } = elicitation;
  const { server, origin } = asker;
  // Each is cut by itself: no name is so long that nothing is seen of where it is.
  const who = askerAt({ server: shortLine(server), origin: origin && shortLine(origin) });
  const about = asker.target === undefined ? asker.method : `${asker.method} ${asker.target}`;
  const text = shortLine(message, LONGEST_MESSAGE);
  return `${who} (${shortLine(about)}) asks ${wanted(elicitation)}: “${text}”${/[.?!…]$/.test(text) ? "" : "."}`;
}

function wanted(elicitation: Elicitation): string {
  if (elicitation.mode === "url") {
    const display = toUrlDisplay(elicitation.url);
    return `to open a page at ${display === undefined ? "an address" : hostWords(display)}`;
  }
  const names = Object.keys(elicitation.schema.properties).map((name) => shortLine(name, 40));
  return `for ${names.join(", ") || "approval"}`;
}

/** The host as it is registered, and how it is read where that differs: letters can look like others. */
function hostWords({ pieces, host }: UrlDisplay): string {
  const registered = pieces
    .filter(({ part }) => part === "subdomain" || part === "domain")
    .map(({ text }) => text)
    .join("");
  return registered === host ? host : `${registered} (read as ${shortLine(host)})`;
}
