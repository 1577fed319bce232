// A person who takes their time: what a handler does meanwhile is not what it was asked to wait for.

import { setTimeout as delay } from "node:timers/promises";
import { createAnswerScript, type TestAnswers } from "../client/answer-script.js";

/** How long each answer takes, in milliseconds. */
const PATIENCE_MS = 50;

/** The same answers, each of them late. */
export function slowAnswers(answers: TestAnswers): TestAnswers {
  const script = createAnswerScript(answers);
  return async (question) => {
    await delay(PATIENCE_MS);
    return script.answer(question);
  };
}
