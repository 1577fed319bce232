// The script of a test: who says what, and whether everything was said.

import type { MaybePromise } from "../../core/maybe-promise.js";
import type { TestAnswer } from "./answers.js";
import { type AskedQuestion, describeQuestion, isMessage, problemsOf } from "./asked-question.js";
import { failure } from "./failure.js";
import { neverCompleted } from "./page-visits.js";

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
  /** What was said last to each question. */
  const last = new Map<string, Said>();
  return {
    async answer(question) {
      const name = question.key === "" ? question.message : question.key;
      const said = await source.next(question);
      if (said === undefined) throw unanswered(question, last.get(name));
      last.set(name, said);
      return said.answer;
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

/** An answer, and how errors name it. */
interface Said {
  readonly answer: TestAnswer;
  readonly name: string;
}

/** Why there is no answer. */
function unanswered(question: AskedQuestion, last: Said | undefined): Error {
  const problems = problemsOf(question);
  if (last !== undefined && problems.length > 0)
    return failure(
      `${last.name}, was refused: ${problems.join("; ")}. It was the answer to ${describeQuestion(question)}. Correct it in \`answers\`.`,
    );
  // A page that is asked for again is one that nobody completed.
  if (last !== undefined && "visit" in last.answer) return neverCompleted(question);
  return failure(
    `Nobody said what to answer to ${describeQuestion(question)}. Add an answer for it to \`answers\`.`,
  );
}

interface Source {
  next(question: AskedQuestion): MaybePromise<Said | undefined>;
  unused(): readonly string[];
}

function sourceOf(answers: TestAnswers): Source {
  if (typeof answers === "function") return made(answers);
  return isList(answers) ? listed(answers) : named(answers);
}

function made(answers: (question: AskedQuestion) => MaybePromise<TestAnswer | undefined>): Source {
  return {
    async next(question) {
      const answer = await answers(question);
      return answer && { answer, name: `The answer of the function, ${show(answer)}` };
    },
    unused: () => [],
  };
}

function listed(answers: readonly TestAnswer[]): Source {
  const left = [...answers];
  const number = (): number => answers.length - left.length;
  return {
    next() {
      const answer = left.shift();
      return answer && { answer, name: `Answer ${number()}, ${show(answer)}` };
    },
    unused: () => left.map((answer, index) => `number ${number() + index + 1}, ${show(answer)}`),
  };
}

function named(answers: { readonly [name: string]: TestAnswer | readonly TestAnswer[] }): Source {
  const used = new Map(Object.keys(answers).map((name) => [name, 0]));
  return {
    next(question) {
      const { key, message } = question;
      const name = Object.keys(answers).find((one) => one === key || isMessage(message, one));
      if (name === undefined) return undefined;
      const count = used.get(name) ?? 0;
      const given = answers[name];
      // What was refused would be refused again.
      if (!isList(given) && count > 0 && problemsOf(question).length > 0) return undefined;
      used.set(name, count + 1);
      const answer = isList(given) ? given[count] : given;
      return answer && { answer, name: `The answer to “${name}”, ${show(answer)}` };
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
