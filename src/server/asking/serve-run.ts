// Serves a method whose handler may ask: one execution of a run, from its request to its outcome.

import { hash } from "node:crypto";
import { FewMap } from "../../core/few-map.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { Late, type Taker } from "../../core/late.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { toolError } from "../../protocol/content.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import { VALUES } from "../../replay/run-values.js";
import type { RunState } from "../../replay/state.js";
import type { Call } from "../call/call.js";
import { ElicitationRequired } from "../call/elicitation-required.js";
import type { RunEnd, RunEnding } from "../call/execution.js";
import { ToolError } from "../call/failure.js";
import type { Method, Outcome } from "../call/outcome.js";
import { serveDurably } from "../durable/serve-durably.js";
import type { ServerParts } from "../parts.js";
import { readNote } from "./ask-note.js";
import { bindingOf } from "./binding.js";
import { beginExecution, FIRST_ROUND } from "./execution-of.js";
import { isResponseTo } from "./input-responses.js";
import { mayUseTarget } from "./may-use-target.js";
import { readReply, writeReply } from "./reply.js";
import { invalidState } from "./request-state.js";
import { requireElicitations } from "./require-elicitations.js";
import type { ModernRound } from "./round-execution.js";

/** The same method, whose handler may ask. */
export const asking =
  (method: Method): Method =>
  (parts, call) => {
    const { requestState, inputResponses } = call.params;
    const { durable } = parts.asking;
    if (durable !== undefined && call.revision.era === "legacy")
      return serveDurably(parts, durable, call, () => execute(parts, call, method, FIRST_ROUND));
    if (call.revision.era === "legacy" || (requestState === undefined && inputResponses === undefined))
      return execute(parts, call, method, FIRST_ROUND);
    return requestState === undefined
      ? execute(parts, call, method, {
          ...FIRST_ROUND,
          responses: new Map(Object.entries(readResponses(inputResponses))),
        })
      : resume(parts, call, method, requestState, inputResponses);
  };

/** Runs the method; what comes first counts, its own outcome or the end of its run. */
function execute(parts: ServerParts, call: Call, method: Method, begun: ModernRound): MaybePromise<Outcome> {
  if (begun !== FIRST_ROUND) call.execution = beginExecution(parts, call, begun);
  const outcome = begin(parts, call, method);
  return isPromise(outcome) ? new Ending(parts, call, outcome) : complete(call, outcome);
}

// An object, and no function of this call: as a member of the call such a function would keep calls from being
// collected young, each of them the next.
/** The end of a call whose method takes its time: what comes first counts. */
class Ending extends Late<Outcome> implements RunEnding, Taker<Outcome> {
  readonly #parts: ServerParts;
  readonly #call: Call;

  /** Settles with what the method promised, unless the run ends before. */
  constructor(parts: ServerParts, call: Call, promised: Promise<Outcome>) {
    super();
    this.#parts = parts;
    this.#call = call;
    call.ending = this;
    if (promised instanceof Late) promised.tell(this);
    else
      promised.then(
        (given) => this.took(given),
        (error: unknown) => this.failed(error),
      );
  }

  end(ended: RunEnd): void {
    if ("outcome" in ended) return this.resolve(ended.outcome);
    this.#call.execution?.abandon(true);
    this.#fail(ended.error);
  }

  took(outcome: Outcome): void {
    let done: MaybePromise<Outcome>;
    try {
      done = complete(this.#call, outcome);
    } catch (error) {
      return this.#finish(error);
    }
    this.resolve(done);
  }

  failed(error: unknown): void {
    let required: Promise<Outcome> | undefined;
    try {
      if (error instanceof ElicitationRequired)
        required = requireElicitations(this.#parts, this.#call, error);
    } catch (refusal) {
      // What was thrown may refuse to be looked at.
      return this.#finish(refusal);
    }
    if (required === undefined) return this.#finish(error);
    required.then(
      (given) => this.took(given),
      (refused: unknown) => this.#finish(refused),
    );
  }

  #finish(error: unknown): void {
    void andThen(this.#call.execution?.finish(), () => this.#fail(error));
  }

  #fail(error: unknown): void {
    if (this.#call.method === "tools/call" && error instanceof ToolError)
      this.resolve(toolError(error.message));
    else this.reject(error);
  }
}

function begin(parts: ServerParts, call: Call, method: Method): MaybePromise<Outcome> {
  try {
    return method(parts, call);
  } catch (error) {
    return require(parts, call, error);
  }
}

/** Sees to the elicitations that a method requires. */
function require(parts: ServerParts, call: Call, error: unknown): Promise<Outcome> {
  if (error instanceof ElicitationRequired) return requireElicitations(parts, call, error);
  throw error;
}

function complete({ execution }: Call, outcome: Outcome): MaybePromise<Outcome> {
  return execution === undefined ? outcome : andThen(execution.finish(), () => execution.toResult(outcome));
}

function readResponses(given: unknown): JsonObject {
  if (given === undefined) return NO_RESPONSES;
  if (!isObject(given)) throw invalidParams("inputResponses must be an object");
  return given;
}

const NO_RESPONSES: JsonObject = Object.freeze({});

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
      fingerprint: fingerprintOf(token, writeResponses(state, responses)),
      expiresAt: state.expiresAt,
      isUntouched: state.isUntouched === true,
    };
    const served = asking.rounds.serve(
      round,
      () =>
        writeReply(parts, call, () =>
          // Steps of this slot that ran already were given these.
          andThen(round.isUntouched ? undefined : asking.rounds.recall(round, VALUES), (values) =>
            execute(parts, call, method, { state, binding, responses, round, values }),
          ),
        ),
      refuseState,
    );
    return andThen(served, readReply);
  });
}

/**
 * The end of a token is of its tag: 72 bits, which no other state of its slot has. No longer, since a longer part of a text
 * keeps all of it in memory, for as long as the round is remembered.
 */
const TAG_LENGTH = 12;
/** Longer ones are digested, so that what is kept of a round is short. */
const MOST_RESPONSES = 128;

/** Tells a state with its answers from every other; none begins with another. */
const fingerprintOf = (token: string, responses: string): string =>
  token.slice(-TAG_LENGTH) +
  (responses.length <= MOST_RESPONSES ? responses : hash("sha256", responses, "base64url"));

/** The responses as one text, in the order of what was asked. It has an end: no such text begins with another. */
function writeResponses({ pending }: RunState, responses: FewMap<string, NonNullable<unknown>>): string {
  let text = "{";
  for (const { key } of pending) {
    const response = responses.get(key);
    if (response !== undefined) text += `${JSON.stringify(key)}:${JSON.stringify(response)},`;
  }
  return `${text}}`;
}

const refuseState = (): never => {
  throw invalidState();
};

/** The responses to what was asked; others are none of its business. */
function responsesTo(state: RunState, given: JsonObject): FewMap<string, NonNullable<unknown>> {
  const responses = new FewMap<string, NonNullable<unknown>>();
  for (const { key, note } of state.pending) {
    const response = Object.hasOwn(given, key) ? given[key] : undefined;
    const { feature, isOutside } = readNote(note);
    if (response === undefined || isOutside) continue;
    if (response === null || !isResponseTo(feature, response))
      throw invalidParams(`inputResponses.${key} is no answer to what was asked`);
    responses.set(key, feature === "url" ? withoutContent(response) : response);
  }
  return responses;
}

/** A page gives nothing back through the client. */
const withoutContent = (response: NonNullable<unknown>): NonNullable<unknown> =>
  isObject(response) ? { action: response.action } : response;
