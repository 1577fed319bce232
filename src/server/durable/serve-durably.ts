// Serves a call whose run is kept: its outcome is written down before anybody hears of it.

import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { never } from "../../replay/activity.js";
import { executionOf } from "../asking/execution-of.js";
import { errorReply, outcomeReply, readReply } from "../asking/reply.js";
import type { Call } from "../call/call.js";
import { toRpcError } from "../call/failure.js";
import type { Outcome } from "../call/outcome.js";
import type { ServerParts } from "../parts.js";
import type { DurableRuns } from "./durable-runs.js";
import { JoinedRun } from "./joined-run.js";

/** Runs the method, or gives what came of it on a node that died before its client had it. */
export function serveDurably(
  parts: ServerParts,
  durable: DurableRuns,
  call: Call,
  run: () => MaybePromise<Outcome>,
): MaybePromise<Outcome> {
  const taken = durable.taken(call);
  if (taken?.record.joins !== undefined) return new JoinedRun(parts, durable, call).outcome();
  // A handler that asks no more after a redeploy has a run to end all the same.
  if (taken !== undefined) executionOf(parts, call);
  if (taken?.record.reply !== undefined) return readReply(taken.record.reply);
  const outcome = taken === undefined ? run() : (async () => run())();
  return isPromise(outcome) ? keep(parts, durable, call, outcome) : outcome;
}

async function keep(
  parts: ServerParts,
  durable: DurableRuns,
  call: Call,
  outcome: Promise<Outcome>,
): Promise<Outcome> {
  let done: Outcome;
  try {
    done = await outcome;
  } catch (error) {
    const told = toRpcError(parts, call, error);
    await finish(durable, call, () => errorReply(told));
    throw told;
  }
  // Not in the try: that it could not be written down is no outcome of the handler.
  await finish(durable, call, () => outcomeReply(done));
  return done;
}

/** Comes back when the outcome is this node's to tell. */
async function finish(durable: DurableRuns, call: Call, reply: () => string): Promise<void> {
  const kept = durable.of(call);
  // One without a record asked for nothing; one that another node has is told by that one.
  if (!kept?.isOurs) return;
  if (!(await kept.finish(reply()))) await never();
}
