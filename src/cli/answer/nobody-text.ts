// What is said where there is no terminal to answer in: who asked what, and where it can be answered.

import { askedText } from "../../terminal/nobody-line.js";
import type { ApiClient } from "../../web/api/api-client.js";
import type { ElicitationResource } from "../../web/api/resources.js";
import { requireOpen } from "./require-open.js";
import { toElicitation } from "./to-elicitation.js";
import { whyKept } from "./why-kept.js";

/** Where the inbox of the server is. */
export interface InboxPlace {
  /** The list of what waits. */
  readonly url: string;
  /** The card of one question. */
  readonly cardOf: (id: string) => string;
}

/** One line about the question that was named, or else about what would have been shown. */
export async function nobodyText(
  client: ApiClient,
  id: string | undefined,
  inbox: InboxPlace,
): Promise<string> {
  if (id !== undefined) {
    const asked = await requireOpen(client, id);
    return `${NO_TERMINAL}. ${wordsOf(asked)} ${supplyFor(asked, inbox.cardOf(id))}`;
  }
  const [first, ...others] = await shownOf(client);
  if (first === undefined) return `${NO_TERMINAL}, and nothing waits. Look at ${inbox.url} for what comes.`;
  const count = others.length === 0 ? "1 question waits" : `${others.length + 1} questions wait, the first`;
  return `${NO_TERMINAL}; ${count}: ${wordsOf(first)} Answer at ${inbox.url} or with \`beckon answer ID --json FILE\`; \`beckon list\` has the ids.`;
}

const NO_TERMINAL = "There is no terminal to answer in";

const wordsOf = (asked: ElicitationResource): string => askedText(toElicitation(asked, 0));

/** How an answer can be given to one question. */
function supplyFor({ id, mode }: ElicitationResource, card: string): string {
  const file = `\`beckon answer ${id} --json FILE\``;
  switch (mode) {
    case "inline":
      return `Answer it at ${card} or with ${file}.`;
    case "url":
      return `Open ${card} to go there.`;
    case "terminal":
      return `It is asked in a terminal only: answer it in one, or with ${file}.`;
  }
}

/** What a terminal would show, the oldest first. */
async function shownOf(client: ApiClient): Promise<readonly ElicitationResource[]> {
  const shown: ElicitationResource[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.list({ status: ["open"], ...(cursor !== undefined && { cursor }) });
    shown.push(...page.elicitations.filter((one) => whyKept(one) === undefined));
    ({ cursor } = page);
  } while (cursor !== undefined);
  return shown;
}
