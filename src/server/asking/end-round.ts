// The end of a modern round: its questions and its state, or why the run cannot go on.

import { BeckonError } from "../../core/errors.js";
import type { FewMap } from "../../core/few-map.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { quote } from "../../core/quote.js";
import type { Run } from "../../replay/run.js";
import type { RunState } from "../../replay/state.js";
import type { StateSeal } from "../../replay/state-seal.js";
import type { Call } from "../call/call.js";
import { ToolError } from "../call/failure.js";
import { Prepared } from "../call/outcome.js";
import { traceOf } from "../call/request-meta.js";
import type { ServerParts } from "../parts.js";
import type { Asked, ClientRequest, OpenQuestion } from "./asked.js";
import { LEEWAY_MS, lastDeadline } from "./until-deadline.js";

/** A round that is to end. */
export interface EndingRound {
  readonly run: Run<Asked>;
  /** What the round began with. */
  readonly state: RunState | undefined;
  readonly binding: string;
  /** The questions without an answer. */
  readonly open: readonly OpenQuestion[];
  /** What the client is asked. */
  readonly requests: FewMap<OpenQuestion, ClientRequest>;
}

/** For how many rounds a run may change its questions. */
const MOST_CHANGING = 3;
/** From this many rounds before the last on, the log says that a run comes near its end. */
const WARNED_ROUNDS = 3;

/** The result that asks; throws when the run cannot go on. */
export function endRound(parts: ServerParts, call: Call, ending: EndingRound): MaybePromise<Prepared> {
  const { asking, logger } = parts;
  const { maxRounds } = asking.options;
  const { run, state, binding, open, requests } = ending;
  const changing = changingRounds(ending);
  if (run.round > maxRounds) throw tooManyRounds(maxRounds);
  if (run.round > maxRounds - WARNED_ROUNDS)
    logger.warn("A run comes near the most rounds that clients go along with.", {
      method: call.method,
      round: run.round,
      maxRounds,
    });
  // What only asks again is no step ahead: of all such states one is used up.
  const slot = state === undefined || run.isConsumed ? undefined : state.slot;
  const next: RunState = {
    runId: run.id,
    round: run.round + 1,
    slot: slot ?? asking.randomId(),
    isUntouched: slot === undefined,
    journal: run.journal,
    pending: open,
    expiresAt: expiryOf(parts, open),
    progress: call.progress,
    changing,
    spentMs: call.limit?.spentMs ?? 0,
    traceparent: state?.traceparent ?? call.spanTraceparent ?? traceOf(call)?.traceparent,
  };
  asking.onFirstState();
  return andThen(
    seal(asking.states, binding, next),
    (requestState) =>
      new Prepared(`{${inputRequests(open, requests)}"requestState":${JSON.stringify(requestState)}}`, true),
  );
}

/** What one part overflows, that part is told. This is for what adds up otherwise. */
function seal(states: StateSeal, binding: string, next: RunState): MaybePromise<string> {
  try {
    return states.seal(binding, next);
  } catch (error) {
    throw error instanceof BeckonError && error.code === "state-too-large"
      ? new ToolError(error.message)
      : error;
  }
}

/** What the client is asked, as a member of the result; nothing where it is not asked. */
function inputRequests(open: readonly OpenQuestion[], requests: EndingRound["requests"]): string {
  let members = "";
  for (const ask of open) {
    const request = requests.get(ask);
    if (request === undefined) continue;
    const { method, paramsJson } = request;
    members += `${members === "" ? "" : ","}${JSON.stringify(ask.key)}:{"method":"${method}","params":${paramsJson}}`;
  }
  return members === "" ? "" : `"inputRequests":{${members}},`;
}

const expiryOf = ({ asking, clock }: ServerParts, open: readonly OpenQuestion[]): number =>
  Math.max(
    clock.now() + asking.options.stateTtlMs,
    // Somebody who is at it may move the deadline while the client is away.
    ...open.map(({ expiresAt, spec }) =>
      expiresAt === undefined ? 0 : lastDeadline(expiresAt, spec.timeoutMs) + LEEWAY_MS,
    ),
  );

/** For how many rounds other questions have come up in place of those that were open. */
function changingRounds({ run, state, open }: EndingRound): number {
  const other = run.unasked.length > 0 ? open.find(({ isPending }) => !isPending) : undefined;
  if (other === undefined) return 0;
  const changing = (state?.changing ?? 0) + 1;
  if (changing >= MOST_CHANGING) throw changingQuestion(other.spec.label);
  return changing;
}

const tooManyRounds = (maxRounds: number): ToolError =>
  new ToolError(
    `The tool asked in ${maxRounds} rounds and is not done. Clients stop after that many (maxRounds), so it cannot go on: it has to ask for more at once.`,
  );

const changingQuestion = (label: string): ToolError =>
  new ToolError(
    `The question ${quote(label)} is another one every time the tool runs, so its answer never fits. It has to say the same each time, or have a key and a fixed text.`,
  );
