// Puts what waits on a server into the terminal, and follows what becomes of it elsewhere.

import { randomUUID } from "node:crypto";
import type { Answer } from "../../core/elicitation/answer.js";
import { ANSWERED_ELSEWHERE } from "../../core/elicitation/responder.js";
import type { Terminal } from "../../terminal/create-terminal.js";
import type { SettleOutcome, ShownQuestion } from "../../terminal/question.js";
import type { ApiClient } from "../../web/api/api-client.js";
import type { ElicitationResource } from "../../web/api/resources.js";
import { openPage } from "./open-page.js";
import { openSession } from "./open-session.js";
import type { Remembering } from "./remember.js";
import { settleWith } from "./settle-with.js";
import { toElicitation } from "./to-elicitation.js";
import { isFinished, whatHappened } from "./what-happened.js";
import { whyKept } from "./why-kept.js";

/** How one question left the terminal. */
export type Left = "answered" | "later" | "gone";

export interface AnswerDeskOptions {
  readonly client: ApiClient;
  readonly terminal: Terminal;
  readonly remembering: Remembering;
  /** What the person asked for by its id: shown whoever is muted, and wherever it was put. */
  readonly named: string | undefined;
  /** The address of a question in the inbox, which can show what a terminal cannot. */
  readonly inInbox?: (id: string) => string;
  /** Hears that a question left the terminal, and how. */
  readonly onLeft: (id: string, how: Left) => void;
}

/** How long others see that somebody is at it, unless it is renewed. */
const CLAIM_MS = 45_000;

/** The questions of a server that are in the terminal. */
export class AnswerDesk {
  readonly #options: AnswerDeskOptions;
  readonly #shown = new Map<string, ShownQuestion>();
  readonly #aside = new Set<string>();
  /** What is over for the person: not shown again. */
  readonly #done = new Set<string>();
  /** What they have just left for another time, until the server has it among what is put aside. */
  readonly #leaving = new Set<string>();
  /** What is being settled from here, with what was heard of its end meanwhile: most often our own answer. */
  readonly #settling = new Map<string, (() => void) | undefined>();

  constructor(options: AnswerDeskOptions) {
    this.#options = options;
  }

  /** How many open questions the person has put aside. */
  get asideCount(): number {
    return this.#aside.size;
  }

  /** How many questions are in the terminal. */
  get size(): number {
    return this.#shown.size;
  }

  /** Takes note of how an elicitation stands; `skewMs` is how far our clock is ahead of the server's. */
  take(elicitation: ElicitationResource, skewMs: number): void {
    const { id, settled, expiresAt } = elicitation;
    const shown = this.#shown.get(id);
    if (settled !== undefined && this.#settling.has(id))
      return void this.#settling.set(id, () => this.take(elicitation, skewMs));
    if (elicitation.aside === true) this.#leaving.delete(id);
    if (elicitation.aside === true && settled === undefined) this.#aside.add(id);
    else this.#aside.delete(id);
    if (settled !== undefined) return this.#end(elicitation);
    const kept = id === this.#options.named ? undefined : whyKept(elicitation);
    if (kept !== undefined) return this.#putBack(id, kept);
    if (shown !== undefined) {
      if (expiresAt !== undefined) shown.update({ expiresAt: expiresAt + skewMs });
      return;
    }
    if (!this.#done.has(id) && !this.#leaving.has(id)) this.#show(elicitation, skewMs);
  }

  /** Takes away what is no longer among the open ones, after changes were missed. */
  keepOnly(open: ReadonlySet<string>): void {
    for (const id of this.#shown.keys())
      if (!open.has(id) && !this.#settling.has(id)) this.#remove(id, "it was settled elsewhere");
  }

  #show(elicitation: ElicitationResource, skewMs: number): void {
    const { client, terminal, remembering, inInbox, onLeft } = this.#options;
    const { id, createdAt, group, repeats } = elicitation;
    const key = randomUUID();
    const leave = (how: Left): void => {
      (how === "later" ? this.#leaving : this.#done).add(id);
      if (how !== "later") remembering.forgetDraft(id);
      if (this.#shown.delete(id)) onLeft(id, how);
    };
    const settle = async (answer: Answer): Promise<SettleOutcome> => {
      this.#settling.set(id, undefined);
      try {
        const outcome = await settleWith(client, id, answer, key);
        if (outcome === undefined) leave("answered");
        else if ("gone" in outcome) leave("gone");
        return outcome;
      } finally {
        const heard = this.#settling.get(id);
        this.#settling.delete(id);
        heard?.();
      }
    };
    const question = {
      repeats,
      askedAt: createdAt + skewMs,
      later: () => {
        remembering.putAside(id);
        leave("later");
      },
      async claim() {
        // Advisory: when it fails, the answer will tell why.
        await client.claim(id, { forMs: CLAIM_MS }).catch(() => {});
      },
      dropped: () => void this.#shown.delete(id),
    };
    const show = (isLoop = false): ShownQuestion =>
      terminal.show({
        ...question,
        elicitation: toElicitation(elicitation, skewMs),
        group,
        isLoop,
        elsewhere: inInbox?.(id),
        draft: () => client.draft.get(id),
        keep: (draft) => remembering.keepDraft(id, draft),
        settle,
      });
    switch (elicitation.mode) {
      case "terminal":
        return this.#hold(
          id,
          openSession(elicitation, skewMs, { client, terminal, remembering, question, settle }),
        );
      case "url":
        return this.#hold(id, openPage(elicitation, client, show));
      case "inline":
        return this.#hold(id, show());
    }
  }

  #hold(id: string, shown: ShownQuestion): void {
    this.#shown.set(id, shown);
  }

  /** It is over, and the person is told how. */
  #end(elicitation: ElicitationResource): void {
    const { id } = elicitation;
    if (!isCompleted(elicitation))
      return this.#remove(id, whatHappened(elicitation), isFinished(elicitation) ? "answered" : "gone");
    const shown = this.#shown.get(id);
    if (shown === undefined) return;
    this.#shown.delete(id);
    this.#done.add(id);
    shown.complete();
    this.#options.onLeft(id, "answered");
  }

  #remove(id: string, reason: string, how: Left = "gone"): void {
    if (this.#shown.has(id)) this.#done.add(id);
    this.#options.remembering.forgetDraft(id);
    this.#putBack(id, reason, how);
  }

  /** Takes it away for now: it may come again. */
  #putBack(id: string, reason: string, how: Left = "later"): void {
    const shown = this.#shown.get(id);
    if (shown === undefined) return;
    this.#shown.delete(id);
    shown.remove(reason);
    this.#options.onLeft(id, how);
  }
}

/** True for a page of which its asker has heard that it is done with. */
const isCompleted = ({ mode, settled }: ElicitationResource): boolean =>
  mode === "url" && settled?.reason === ANSWERED_ELSEWHERE;
