// The script of a test: who says what, and whether everything was said.

import { AssertionError } from "node:assert";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { TestAnswer } from "./answers.js";
import { type AskedQuestion, describeQuestion, isMessage } from "./asked-question.js";

/**
 * What is answered: a list in the order of the questions; answers by message or key, where a list is for the first,
 * second and further time; or a function, whose `undefined` means that nobody knows.
 */
export type TestAnswers =
  | readonly TestAnswer[]
  | { readonly [messageOrKey: string]: TestAnswer | readonly TestAnswer[] }
  | ((question: AskedQuestion) => MaybePromise<TestAnswer | undefined>);

/** The script, as far as it was played. */
export interface AnswerScript {
  /** What is said to a question; fails, naming it, when the script has nothing for it. */
  answer(question: AskedQuestion): Promise<TestAnswer>;
  /** Fails when there are answers that nothing was asked for. */
  checkUsed(): void;
}

export function createAnswerScript(answers: TestAnswers): AnswerScript {
  const source = sourceOf(answers);
  return {
    async answer(question) {
      const answer = await source.next(question);
      if (answer !== undefined) return answer;
      throw failure(
        `Nobody said what to answer to ${describeQuestion(question)}. Add an answer for it to \`answers\`.`,
      );
    },
    checkUsed() {
      const unused = source.unused();
      if (unused.length === 0) return;
      throw failure(
        `${unused.length === 1 ? "An answer was" : `${unused.length} answers were`} never asked for: ${unused.join("; ")}. Take it out of \`answers\`, or find out why the handler does not ask.`,
      );
    },
  };
}

interface Source {
  next(question: AskedQuestion): MaybePromise<TestAnswer | undefined>;
  unused(): readonly string[];
}

function sourceOf(answers: TestAnswers): Source {
  if (typeof answers === "function") return { next: answers, unused: () => [] };
  return isList(answers) ? listed(answers) : named(answers);
}

function listed(answers: readonly TestAnswer[]): Source {
  const left = [...answers];
  return {
    next: () => left.shift(),
    unused: () =>
      left.map((answer, index) => `number ${answers.length - left.length + index + 1}, ${show(answer)}`),
  };
}

function named(answers: { readonly [name: string]: TestAnswer | readonly TestAnswer[] }): Source {
  const used = new Map(Object.keys(answers).map((name) => [name, 0]));
  return {
    next({ key, message }) {
      const name = Object.keys(answers).find((one) => one === key || isMessage(message, one));
      if (name === undefined) return undefined;
      const count = used.get(name) ?? 0;
      used.set(name, count + 1);
      const given = answers[name];
      return isList(given) ? given[count] : given;
    },
    unused: () =>
      Object.entries(answers).flatMap(([name, given]) => {
        const all = isList(given) ? given : [given];
        return all.slice(used.get(name)).map((answer) => `${show(answer)} to “${name}”`);
      }),
  };
}

/** Tells lists from objects, which `Array.isArray` cannot do for readonly ones. */
const isList = <T>(value: T | readonly TestAnswer[] | undefined): value is readonly TestAnswer[] =>
  Array.isArray(value);

function show(answer: TestAnswer): string {
  if (answer.action === "accept" && answer.content !== undefined)
    return `accept(${JSON.stringify(answer.content)})`;
  return `${"visit" in answer ? "visit" : answer.action}(${answer.action === "reply" ? "…" : ""})`;
}

/** A test that fails, in every runner. */
export const failure = (message: string, cause?: unknown): AssertionError =>
  Object.assign(new AssertionError({ message, stackStartFn: failure }), cause === undefined ? {} : { cause });
