// Takes the questions of one server to the responder: in turn, bounded, each with whom it comes from.

import type { Clock } from "../core/clock.js";
import type { Asker, Elicitation, UrlElicitation } from "../core/elicitation/elicitation.js";
import { ANSWERED_ELSEWHERE, type Responder } from "../core/elicitation/responder.js";
import { isObject } from "../core/json.js";
import type { Logger } from "../core/logger.js";
import { quote } from "../core/quote.js";
import type { ElicitResult } from "../protocol/elicitation/read-elicit-result.js";
import { askResponder, CANCELLED } from "./ask-responder.js";
import type { Call } from "./calls.js";
import { Completions } from "./completions.js";
import { GroupQueue } from "./group-queue.js";
import { readQuestion, type WireQuestion } from "./read-question.js";

/** A question that nobody saw: who asks, and what. */
export interface UnshownQuestion {
  readonly asker: Asker;
  /** As the server wrote it. */
  readonly message: string;
  /** The whole, where it is one that could be shown. */
  readonly elicitation: Elicitation | undefined;
}

/** What the questions of one server are taken to. */
export interface QuestionsOptions {
  readonly responder: Responder;
  /** What the server is called to the person. */
  readonly server: () => string;
  /** Where it is; `undefined` where the host does not say. */
  readonly origin: string | undefined;
  readonly atOnce: number;
  readonly maxRounds: number;
  readonly maxRepeats: number;
  readonly onComplete: ((elicitation: UrlElicitation) => void) | undefined;
  readonly onUnshown: ((question: UnshownQuestion, reason: string) => void) | undefined;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Where a question comes from. */
export interface Origin {
  readonly call: Call;
  readonly key: string | undefined;
  readonly group: string;
  readonly signal: AbortSignal;
}

type Shown = Exclude<WireQuestion, { readonly problem: string }>;

/** As many as anybody could look at; a server that floods its host is not kept in memory. */
const MOST_OPEN = 100;

/** The questions of one server. */
export class Questions {
  readonly completions: Completions;
  readonly #options: QuestionsOptions;
  readonly #queue: GroupQueue;
  readonly #closing = new AbortController();
  readonly #watchers = new Set<(isOpen: boolean) => void>();
  #open = 0;

  constructor(options: QuestionsOptions) {
    this.#options = options;
    this.#queue = new GroupQueue(options.atOnce);
    this.completions = new Completions(options.clock);
  }

  /** How many are open or wait for their turn. */
  get open(): number {
    return this.#open;
  }

  /** Calls `watcher` whenever the first question opens and the last one closes. */
  watch(watcher: (isOpen: boolean) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Gets the answer to a question with these parameters. Never rejects. */
  async ask(params: unknown, origin: Origin): Promise<ElicitResult> {
    const { responder, logger, server, onUnshown } = this.#options;
    const question = readQuestion(params);
    const reason = question.problem ?? this.#findReason(question, origin.call);
    if (reason !== undefined || question.problem !== undefined) {
      const { method, target } = origin.call;
      logger.warn("A question was cancelled without being shown.", {
        server: server(),
        method,
        target,
        reason,
      });
      const elicitation = question.problem === undefined ? this.#toElicitation(question, origin) : undefined;
      const asked = { asker: this.#askerOf(origin.call), message: messageIn(params), elicitation };
      onUnshown?.(asked, reason ?? "");
      return CANCELLED;
    }
    const repeats = countRepeats(question, origin.call);
    const elicitation = this.#toElicitation(question, origin);
    const signal = AbortSignal.any([origin.signal, this.#closing.signal]);
    // The person may have the page open already, and be done with it before they say here that they go there.
    const pageId = question.mode === "url" ? question.id : undefined;
    if (pageId !== undefined) this.completions.expect(pageId);
    const isDone = (): boolean => pageId !== undefined && this.completions.isDone(pageId);
    this.#opened();
    try {
      if (!(await this.#queue.enter(origin.group, signal))) return CANCELLED;
      try {
        const told = withReason(signal, () => (isDone() ? new Error(ANSWERED_ELSEWHERE) : signal.reason));
        const options = { signal: told, group: origin.group, ...(repeats > 0 && { repeats }) };
        const asked = askResponder(responder, elicitation, options, logger, (why) =>
          onUnshown?.({ ...elicitation, elicitation }, why),
        );
        // A view may close without a word when it is told to.
        const result = await Promise.race([asked, whenAborted(signal)]);
        if (result.action === "accept" && question.mode === "url")
          this.#follow(question, elicitation, origin.call);
        return result;
      } finally {
        this.#queue.leave(origin.group);
      }
    } finally {
      this.#closed();
    }
  }

  /** Takes every open question away. */
  close(): void {
    this.#closing.abort();
  }

  /** Why a question that could be shown is not. */
  #findReason(question: Shown, call: Call): string | undefined {
    const { responder, maxRounds, maxRepeats } = this.#options;
    if (this.#closing.signal.aborted) return "Nobody is there to be asked any more.";
    if (this.#open >= MOST_OPEN) return `The server has ${MOST_OPEN} questions open already.`;
    if (!responder.modes.includes(question.mode))
      return `Nothing is attached that can show a ${question.mode}.`;
    if (call.rounds > maxRounds) return `The call has asked for more than ${maxRounds} rounds.`;
    if (question.mode === "url" && call.completedUrls.has(question.url))
      return "The same page was done with before, so this goes in a circle.";
    if ((call.asked.get(textOf(question)) ?? 0) >= maxRepeats)
      return `The call asked the same ${maxRepeats} times: ${quote(question.message)}`;
    return undefined;
  }

  #toElicitation(question: Shown, { call, key }: Origin): Elicitation {
    // Never the server's own id: another server could give the same, and be told what is not meant for it.
    const id = this.#options.newId();
    const asked = {
      id,
      key: key ?? id,
      message: question.message,
      audience: undefined,
      expiresAt: undefined,
      asker: this.#askerOf(call),
    };
    return question.mode === "form"
      ? { ...asked, mode: "form", schema: question.schema }
      : { ...asked, mode: "url", url: question.url };
  }

  #askerOf({ method, target, runId }: Call): Asker {
    return {
      server: this.#options.server(),
      origin: this.#options.origin,
      method,
      target,
      client: undefined,
      principalId: undefined,
      runId,
    };
  }

  #follow(question: Shown & { readonly mode: "url" }, elicitation: Elicitation, call: Call): void {
    if (question.id === undefined || elicitation.mode !== "url") return;
    this.completions.expect(question.id, () => {
      call.completedUrls.add(question.url);
      this.#options.onComplete?.(elicitation);
    });
  }

  #opened(): void {
    if (this.#open++ === 0) for (const watcher of this.#watchers) watcher(true);
  }

  #closed(): void {
    if (--this.#open === 0) for (const watcher of this.#watchers) watcher(false);
  }
}

const messageIn = (params: unknown): string =>
  isObject(params) && typeof params.message === "string" ? params.message : "";

/** A signal that aborts with another one, and says why in its own words. */
function withReason(signal: AbortSignal, reason: () => unknown): AbortSignal {
  const told = new AbortController();
  const tell = (): void => told.abort(reason());
  if (signal.aborted) tell();
  else signal.addEventListener("abort", tell, { once: true });
  return told.signal;
}

/** Resolves when the signal aborts: a question that is withdrawn has no other answer. */
const whenAborted = (signal: AbortSignal): Promise<ElicitResult> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(CANCELLED);
    else signal.addEventListener("abort", () => resolve(CANCELLED), { once: true });
  });

/** How often the call asked the same before, counting this one from now on. */
function countRepeats(question: Shown, call: Call): number {
  const text = textOf(question);
  const before = call.asked.get(text) ?? 0;
  call.asked.set(text, before + 1);
  return before;
}

const textOf = (question: Shown): string =>
  JSON.stringify([question.message, question.mode === "form" ? question.schema : question.url]);
