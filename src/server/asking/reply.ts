// A round's outcome as text, to be kept and given out again as it was.

import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { Run } from "../../replay/run.js";
import type { Call } from "../call/call.js";
import { toRpcError } from "../call/failure.js";
import { asks, type Outcome, outcomeText, Prepared } from "../call/outcome.js";
import type { ServerParts } from "../parts.js";
import type { Asked } from "./asked.js";
import { CallExecution } from "./call-execution.js";

/** The first character says what follows: a result, questions, or an error. */
const COMPLETE = "c";
const QUESTIONS = "q";
const ERROR = "e";

/** Runs a round and writes down what comes of it; `undefined` when its call was ended before that. */
export function writeReply(
  parts: ServerParts,
  call: Call,
  run: () => MaybePromise<Outcome>,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    // Whoever sends the same again goes on from the steps: none is begun while it still runs.
    const leave = (): void => resolve(andThen(runOf(call)?.steps, () => undefined));
    const write = (outcome: Outcome): void => {
      try {
        resolve(outcomeReply(outcome));
      } catch (error) {
        fail(error);
      }
    };
    const fail = (error: unknown): void => {
      // Nothing came of the answers: they may be sent again.
      if (runOf(call)?.isConsumed !== true) return reject(error);
      resolve(errorReply(toRpcError(parts, call, error)));
    };
    if (call.over) return leave();
    call.whenEnded(leave);
    try {
      const outcome = run();
      if (isPromise(outcome)) outcome.then(write, fail);
      else write(outcome);
    } catch (error) {
      fail(error);
    }
  });
}

/** The outcome as it is kept. */
export const outcomeReply = (outcome: Outcome): string =>
  (asks(outcome) ? QUESTIONS : COMPLETE) + outcomeText(outcome);

/** The same for an error. */
export const errorReply = ({ code, message, data }: RpcError): string =>
  ERROR + JSON.stringify({ code, message, data });

/** What a reply says. */
export function readReply(text: string | undefined): MaybePromise<Outcome> {
  // Nobody waits for the outcome of a call that was ended.
  if (text === undefined) return new Promise(() => {});
  const json = text.slice(1);
  if (text.startsWith(ERROR)) {
    // Written above.
    const { code, message, data } = JSON.parse(json) as { code: number; message: string; data?: unknown };
    throw new RpcError(code, message, data);
  }
  if (json.includes('"_meta"')) return readWithMeta(json, text.startsWith(QUESTIONS));
  return new Prepared(json, text.startsWith(QUESTIONS));
}

/** One with `_meta` of its own, which the server adds to. */
const readWithMeta = (json: string, isAsking: boolean): object => ({
  ...(JSON.parse(json) as object),
  ...(isAsking && { resultType: "input_required" }),
});

const runOf = ({ execution }: Call): Run<Asked> | undefined =>
  execution instanceof CallExecution ? execution.run : undefined;
