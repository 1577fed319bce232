// Going to pages: once the person agreed, and until the page is done with.

import type { TestAnswer } from "./answers.js";
import { type AskedQuestion, baseMessage } from "./asked-question.js";
import { failure } from "./failure.js";

/** A page to go to. */
export interface Visit {
  readonly question: AskedQuestion;
  /** Goes there; gives what `visit` gave. */
  go(): Promise<unknown>;
}

/** What is left to do once an answer was sent: go to the page. */
export function visitOf(answer: TestAnswer, question: AskedQuestion): Visit | undefined {
  if (answer.action !== "accept" || answer.visit === undefined) return undefined;
  const { visit } = answer;
  return { question, go: async () => visit(question.url ?? "") };
}

/** How long a page that was visited may take to be completed: less than test runners give to a test. */
const PATIENCE_MS = 4000;

/**
 * Goes to a page, and fails when nothing comes of it: `isOpen` says whether the question still waits. Gives when that
 * is known, or when the signal aborts.
 */
export async function goTo(visit: Visit, isOpen: () => boolean, over?: AbortSignal): Promise<void> {
  const gave = await visit.go();
  await new Promise<void>((resolve, reject) => {
    const look = (): void => (isOpen() ? reject(neverCompleted(visit.question, gave)) : resolve());
    // The call that is open keeps the process alive.
    const timer = setTimeout(look, PATIENCE_MS).unref();
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    if (over?.aborted) stop();
    over?.addEventListener("abort", stop, { once: true });
  });
}

/** Nobody said that the page is done with. */
export const neverCompleted = (question: AskedQuestion, gave?: unknown): Error =>
  failure(
    [
      `The page of “${baseMessage(question)}” was visited and never completed.`,
      ...(gave === false ? ["`visit` gave false: no open page has the id that it completed."] : []),
      "Have `visit` call server.elicitations.complete(id) with the id of the page, and wait for it. Where there are several servers, give all of them the kit's `engine`.",
    ].join(" "),
  );
