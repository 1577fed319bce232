// Calls in the modern era: a round ends with questions, and the next brings the answers, with all that can go wrong.

import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "../../core/json.js";
import { type TestAnswer, toResult } from "./answers.js";
import { type AskedQuestion, readQuestion } from "./asked-question.js";
import { answerQuestion, type CallMethod, type CallParts, exchange, isAsking } from "./calls.js";
import { failure } from "./failure.js";
import { type Faults, tampered } from "./faults.js";
import type { Nodes } from "./nodes.js";
import { goTo, type Visit, visitOf } from "./page-visits.js";
import type { Peer } from "./peer.js";

export interface ModernCallsOptions extends CallParts {
  readonly nodes: Nodes;
  readonly faults: Faults;
  /** What every request says of its client. */
  readonly meta: JsonObject;
}

/** What a round brings besides the parameters of the call. */
interface Retry {
  readonly more: JsonObject;
  readonly visits: readonly Visit[];
}

export const modernCalls =
  (options: ModernCallsOptions): CallMethod =>
  async (method, params) => {
    const { nodes, faults, meta, tracer } = options;
    const answers = createRoundAnswers(options);
    const bare = { ...params, _meta: meta };
    let round = 1;
    let result = await exchange(options, await nodes.at(round), round, method, bare);
    const retry = async ({ more, visits }: Retry): Promise<JsonObject> => {
      round += 1;
      const given = { ...bare, ...more, requestState: stateOf(result, faults) };
      const peer = await nodes.at(round);
      const before = tracer.exchanges.length;
      const isOpen = ({ question }: Visit): boolean =>
        !tracer.exchanges
          .slice(before)
          .some(({ asks }) => asks.some(({ key, isAnswered }) => key === question.key && isAnswered));
      const over = new AbortController();
      const reply = send(options, peer, round, method, given).finally(() => over.abort());
      const [next] = await Promise.all([
        reply,
        ...visits.map((visit) => goTo(visit, () => isOpen(visit), over.signal)),
      ]);
      return next;
    };
    while (isAsking(result)) {
      if (faults.forceReplay && isObject(result.inputRequests))
        result = await retry({ more: {}, visits: [] });
      if (isAsking(result)) result = await retry(await answers(result, round));
    }
    return result;
  };

/** Sends a round, as the faults have it. */
async function send(
  options: ModernCallsOptions,
  peer: Peer,
  round: number,
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  const { faults } = options;
  const once = (): Promise<JsonObject> => exchange(options, peer, round, method, params);
  if (faults.dropReply) await once().catch(() => {});
  if (!faults.duplicateRetry) return once();
  const [first, second] = await Promise.all([once(), once()]);
  if (!isDeepStrictEqual(first, second))
    throw failure(
      `Two identical retries of round ${round} had different replies: ${JSON.stringify(first)} and ${JSON.stringify(second)}.`,
    );
  return first;
}

const stateOf = ({ requestState }: JsonObject, { tamperState = false }: Faults): unknown =>
  tamperState && typeof requestState === "string" ? tampered(requestState) : requestState;

/** Gives the answers to the questions of a round. */
function createRoundAnswers(
  options: ModernCallsOptions,
): (result: JsonObject, round: number) => Promise<Retry> {
  /** Answers that wait for their turn, by key and message. */
  const waiting = new Map<string, TestAnswer>();
  const nameOf = ({ key, message }: AskedQuestion): string => `${key}\n${message}`;
  return async ({ inputRequests }, round) => {
    const requests = isObject(inputRequests) ? Object.entries(inputRequests) : [];
    const said: [AskedQuestion, TestAnswer][] = [];
    for (const [key, request] of requests) {
      const question = readQuestion(isObject(request) ? request : {}, round, () => key);
      const kept = waiting.get(nameOf(question));
      said.push([question, kept ?? (await answerQuestion(options, question))]);
    }
    waiting.clear();
    const now = options.faults.answerOneByOne ? said.slice(0, 1) : said;
    for (const [question, answer] of said.slice(now.length)) waiting.set(nameOf(question), answer);
    const inputResponses = now.flatMap(([{ key }, answer]) => {
      const result = toResult(answer);
      return result === undefined ? [] : [[key, result] as const];
    });
    return {
      more: { inputResponses: Object.fromEntries(inputResponses) },
      visits: now.flatMap(([question, answer]) => visitOf(answer, question) ?? []),
    };
  };
}
