// Serves a method whose handler may ask: one execution of a run, from its request to its outcome.

import { hash } from "node:crypto";
import { isObject } from "../../core/json.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { toolError } from "../../protocol/content.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import type { RunState } from "../../replay/state.js";
import type { Call } from "../call/call.js";
import { ElicitationRequired } from "../call/elicitation-required.js";
import { ToolError } from "../call/failure.js";
import type { Method, Outcome } from "../call/outcome.js";
import type { ServerParts } from "../parts.js";
import { readNote } from "./ask-note.js";
import { bindingOf } from "./binding.js";
import { beginExecution, FIRST_ROUND } from "./execution-of.js";
import { isResponseTo } from "./input-responses.js";
import { mayUseTarget } from "./may-use-target.js";
import type { ModernRound } from "./modern-execution.js";
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
function execute(parts: ServerParts, call: Call, method: Method, begun: ModernRound): MaybePromise<Outcome> {
  if (begun !== FIRST_ROUND) call.execution = beginExecution(parts, call, begun);
  const outcome = recoverNow(
    () => method(parts, call),
    (error) => require(parts, call, error),
  );
  if (!isPromise(outcome)) return finish(call, outcome);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      call.method === "tools/call" && error instanceof ToolError
        ? resolve(toolError(error.message))
        : reject(error);
    const end = (error: unknown): void => void andThen(finish(call, undefined), () => fail(error));
    const done = (given: Outcome): void => resolve(finish(call, given));
    call.endRun = (ended) => {
      if ("outcome" in ended) return resolve(ended.outcome);
      call.execution?.abandon();
      fail(ended.error);
    };
    outcome
      .then(done, (error: unknown) => {
        if (error instanceof ElicitationRequired)
          return requireElicitations(parts, call, error).then(done, end);
        end(error);
      })
      // What was thrown may refuse to be looked at.
      .catch(end);
  });
}

/** Runs `work`; what it throws at once goes to `otherwise`. */
function recoverNow<T>(work: () => T, otherwise: (error: unknown) => T): T {
  try {
    return work();
  } catch (error) {
    return otherwise(error);
  }
}

/** Sees to the elicitations that a method requires. */
function require(parts: ServerParts, call: Call, error: unknown): Promise<Outcome> {
  if (error instanceof ElicitationRequired) return requireElicitations(parts, call, error);
  throw error;
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
  // Who may no longer use it gets nothing that was kept either.
  if (!mayUseTarget(parts, call)) return method(parts, call);
  const binding = bindingOf(asking.serverName, call);
  const opened = asking.states.open(binding, token);
  return andThen(opened, (state) => {
    if (state === undefined || state.expiresAt <= clock.now()) throw invalidState();
    const responses = responsesTo(state, readResponses(inputResponses));
    const round = {
      slot: state.slot,
      fingerprint: hash("sha256", `${token}\n${JSON.stringify([...responses])}`, "base64url"),
      expiresAt: state.expiresAt,
    };
    const served = asking.rounds.serve(round, () =>
      writeReply(parts, call, () => execute(parts, call, method, { state, binding, responses, round })),
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
    responses.set(key, feature === "url" ? withoutContent(response) : response);
  }
  return responses;
}

/** A page gives nothing back through the client. */
const withoutContent = (response: unknown): unknown =>
  isObject(response) ? { action: response.action } : response;
