// What the two eras share of a test client's calls.

import type { JsonObject } from "../../core/json.js";
import type { Exchange } from "../tracing/exchange.js";
import type { Tracer } from "../tracing/tracer.js";
import type { AnswerScript } from "./answer-script.js";
import type { TestAnswer } from "./answers.js";
import type { AskedQuestion } from "./asked-question.js";
import type { Peer } from "./peer.js";

/** Makes a call, answers what it asks, and gives its result. */
export type CallMethod = (method: string, params: JsonObject) => Promise<JsonObject>;

/** What calls are made with. */
export interface CallParts {
  readonly script: AnswerScript;
  readonly tracer: Tracer;
  /** Everything asked so far. */
  readonly asked: AskedQuestion[];
}

/** Has the script answer a question. */
export async function answerQuestion(
  { script, asked }: CallParts,
  question: AskedQuestion,
): Promise<TestAnswer> {
  asked.push(question);
  return script.answer(question);
}

/** Sends one request, traced. */
export const exchange = (
  { tracer }: CallParts,
  peer: Peer,
  round: number,
  method: string,
  params: JsonObject,
): Promise<JsonObject> =>
  tracer.during(round, async (traced) => {
    try {
      const result = await peer.request(method, params);
      traced.outcome = outcomeOf(result);
      return result;
    } catch (error) {
      traced.outcome = "error";
      throw error;
    }
  });

function outcomeOf(result: JsonObject): Exchange["outcome"] {
  if (isAsking(result)) return "questions";
  return result.isError === true ? "failure" : "result";
}

/** True for the questions of a round. */
export const isAsking = ({ resultType }: JsonObject): boolean => resultType === "input_required";
