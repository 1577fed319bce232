// Serves a method whose handler may ask: one execution of a run, from its request to its outcome.

import { hash } from "node:crypto";
import { isObject } from "../../core/json.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import type { RunState } from "../../replay/state.js";
import { canonicalJson } from "../../seal/digest.js";
import type { Call } from "../dispatch/call.js";
import type { Method, Outcome } from "../dispatch/outcome.js";
import type { ServerParts } from "../parts.js";
import { readNote } from "./ask-note.js";
import { bindingOf } from "./binding.js";
import { ElicitationRequired } from "./elicitation-required.js";
import { type Begun, beginExecution, FIRST_ROUND } from "./execution-of.js";
import { isResponseTo } from "./input-responses.js";
import { readReply, writeReply } from "./reply.js";
import { invalidState } from "./request-state.js";
import { requireElicitations } from "./require-elicitations.js";

/** The same method, whose handler may ask. */
export const asking =
  (method: Method): Method =>
  (parts, call) => {
    const { requestState, inputResponses } = call.params;
    if (call.revision.era === "legacy" || (requestState === undefined && inputResponses === undefined))
      return execute(parts, call, method, FIRST_ROUND);
    return requestState === undefined
      ? execute(parts, call, method, { ...FIRST_ROUND, responses: readResponses(inputResponses) })
      : resume(parts, call, method, requestState, inputResponses);
  };

/** Runs the method; what comes first counts, its own outcome or the end of its run. */
function execute(parts: ServerParts, call: Call, method: Method, begun: Begun): MaybePromise<Outcome> {
  if (begun !== FIRST_ROUND) call.execution = beginExecution(parts, call, begun);
  const outcome = attempt(parts, call, method);
  if (!isPromise(outcome)) return finish(call, outcome);
  return new Promise((resolve, reject) => {
    call.endRun = (end) => {
      if ("outcome" in end) return resolve(end.outcome);
      call.execution?.abandon();
      reject(end.error);
    };
    outcome.then(
      (done) => resolve(finish(call, done)),
      (error: unknown) => void andThen(finish(call, undefined), () => reject(error)),
    );
  });
}

/** Runs the method; when it requires elicitations, sees to them. */
function attempt(parts: ServerParts, call: Call, method: Method): MaybePromise<Outcome> {
  const require = (error: unknown): MaybePromise<Outcome> => {
    if (error instanceof ElicitationRequired) return requireElicitations(parts, call, error);
    throw error;
  };
  try {
    const outcome = method(parts, call);
    return isPromise(outcome) ? outcome.catch(require) : outcome;
  } catch (error) {
    return require(error);
  }
}

function finish<T>(call: Call, outcome: T): MaybePromise<T> {
  return call.execution === undefined ? outcome : andThen(call.execution.finish(), () => outcome);
}

function readResponses(given: unknown): ReadonlyMap<string, unknown> {
  if (given === undefined) return new Map();
  if (!isObject(given)) throw invalidParams("inputResponses must be an object");
  return new Map(Object.entries(given));
}

function resume(
  parts: ServerParts,
  call: Call,
  method: Method,
  token: unknown,
  inputResponses: unknown,
): MaybePromise<Outcome> {
  const { asking, clock } = parts;
  if (typeof token !== "string") throw invalidState();
  const opened = asking.states.open(bindingOf(asking.serverName, call), token);
  return andThen(opened, (state) => {
    if (state === undefined || state.expiresAt <= clock.now()) throw invalidState();
    const responses = responsesTo(state, readResponses(inputResponses));
    const round = {
      fingerprint: hash("sha256", `${token}\n${canonicalJson(Object.fromEntries(responses))}`, "base64url"),
      expiresAt: state.expiresAt,
    };
    const served = asking.rounds.serve(round, () =>
      writeReply(parts, call, () => execute(parts, call, method, { state, responses, round })),
    );
    return andThen(served, readReply);
  });
}

/** The responses to what was asked; others are none of its business. */
function responsesTo(state: RunState, given: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const responses = new Map<string, unknown>();
  for (const { key, note } of state.pending) {
    const response = given.get(key);
    const { feature, isOutside } = readNote(note);
    if (response === undefined || isOutside) continue;
    if (!isResponseTo(feature, response))
      throw invalidParams(`inputResponses.${key} is no answer to what was asked`);
    responses.set(key, response);
  }
  return responses;
}
