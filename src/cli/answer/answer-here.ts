// Attaches this terminal to a server: everything that waits, and what comes.

import type { ApiClient } from "../../web/api/api-client.js";
import { ApiError } from "../../web/api/api-error.js";
import type { ElicitationPage } from "../../web/api/resources.js";
import { CliError } from "../frame/cli-error.js";
import { type Surroundings, say, tell } from "../frame/surroundings.js";
import { openTerminal } from "../terminal/open-terminal.js";
import { AnswerDesk, type Left } from "./answer-desk.js";
import { type InboxPlace, nobodyText } from "./nobody-text.js";
import { createRemembering } from "./remember.js";
import { requireOpen } from "./require-open.js";

/** What is answered. */
export interface AnswerHereOptions {
  /** Only this one. */
  readonly id: string | undefined;
  /** True to end when nothing waits any more. */
  readonly once: boolean;
  readonly inbox: InboxPlace;
  /** True to ask line by line. */
  readonly linear: boolean;
}

/** Shows what waits until the person leaves, or there is nothing left to do. */
export async function answerHere(
  client: ApiClient,
  { id, once, linear, inbox }: AnswerHereOptions,
  surroundings: Surroundings,
): Promise<"interrupted" | "waiting" | "settled" | undefined> {
  const opened = openTerminal(surroundings, { stay: id === undefined && !once, linear });
  if (opened === undefined) throw new CliError("nobody", await nobodyText(client, id, inbox));
  const remembering = createRemembering(client);
  const atHangUp = surroundings.endAtHangUp();
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, surroundings.signal]);
  let ended: Left | undefined;
  const endIfDone = (): void => {
    if ((once || id !== undefined) && desk.size === 0) over.abort();
  };
  const desk = new AnswerDesk({
    client,
    terminal: opened.terminal,
    remembering,
    named: id,
    inInbox: inbox.cardOf,
    onLeft: (_, how) => {
      ended = how;
      endIfDone();
    },
  });
  try {
    await follow(client, desk, id, signal, endIfDone);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await opened.close();
    if (!(await remembering.done())) tell(surroundings, NOT_KEPT);
    atHangUp();
  }
  if (surroundings.signal.aborted) return "interrupted";
  if (id !== undefined) return ended === "later" ? "waiting" : ended === "gone" ? "settled" : undefined;
  if (ended === undefined) say(surroundings, `Nothing waits for an answer.${asideText(desk.asideCount)}`);
  return undefined;
}

const asideText = (count: number): string =>
  count === 0
    ? ""
    : ` You have put ${count} aside: \`beckon list\` has ${count === 1 ? "it" : "them"}, and \`beckon answer ID\` brings one up.`;

const NOT_KEPT =
  "The server does not have what you typed or put aside last: it was not reached, or did not take it.";

/** The whole list first, then every change; the whole list again when changes were missed, or something is muted. */
async function follow(
  client: ApiClient,
  desk: AnswerDesk,
  id: string | undefined,
  signal: AbortSignal,
  listed: () => void,
): Promise<void> {
  while (!signal.aborted)
    try {
      const { feed, feedId, view, skewMs } = await showOpen(client, desk, id);
      listed();
      const moved = new AbortController();
      const changes = client.watch({
        after: feed,
        feedId,
        view,
        onView: () => moved.abort(),
        signal: AbortSignal.any([signal, moved.signal]),
      });
      for await (const { elicitation, id: changed } of changes)
        if (elicitation !== undefined && (id === undefined || id === changed)) desk.take(elicitation, skewMs);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "events-lost") throw error;
    }
}

async function showOpen(
  client: ApiClient,
  desk: AnswerDesk,
  id: string | undefined,
): Promise<Pick<ElicitationPage, "feed" | "feedId" | "view"> & { readonly skewMs: number }> {
  const open = new Set<string>();
  let first: ElicitationPage | undefined;
  let skewMs = 0;
  let cursor: string | undefined;
  do {
    const page = await client.list({ status: ["open"], ...(cursor !== undefined && { cursor }) });
    // From the first page on: what changes while the others are read comes again, and does no harm.
    first ??= page;
    skewMs = Date.now() - page.now;
    for (const elicitation of page.elicitations) {
      open.add(elicitation.id);
      if (id === undefined || id === elicitation.id) desk.take(elicitation, skewMs);
    }
    ({ cursor } = page);
  } while (cursor !== undefined);
  if (id !== undefined && !open.has(id)) await requireOpen(client, id);
  desk.keepOnly(open);
  const { feed, feedId, view } = first;
  return { feed, feedId, view, skewMs };
}
