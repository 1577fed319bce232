// Telemetry of a request: published only while somebody listens.

import { type Channel, channel } from "node:diagnostics_channel";
import { channels, type DispatchEvent, type DispatchOutcome } from "../../core/events.js";
import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { Call } from "../call/call.js";
import { asks, type Method, type Outcome } from "../call/outcome.js";
import { traceOf } from "../call/request-meta.js";
import { definedTargetOf, definedUriOf } from "../call/target.js";
import type { ServerParts } from "../parts.js";

const start: Channel = channel(channels.dispatchStart);
const stop: Channel = channel(channels.dispatchStop);
const failed: Channel = channel(channels.dispatchError);

/** Runs a method, telling its start and end to whoever listens. */
export function observed(parts: ServerParts, call: Call, method: Method): MaybePromise<Outcome> {
  if (!start.hasSubscribers && !stop.hasSubscribers && !failed.hasSubscribers) return method(parts, call);
  const event = eventOf(parts, call);
  const startedAt = performance.now();
  start.publish(event);
  call.spanTraceparent = event.spanTraceparent;
  let ended = false;
  const end = (outcome: DispatchOutcome, errorCode?: number | "tool"): void => {
    if (ended) return;
    ended = true;
    event.durationMs = performance.now() - startedAt;
    event.outcome = call.over && outcome !== "complete" ? "cancelled" : outcome;
    event.round = call.execution?.run.round ?? 1;
    const first = call.execution?.firstTraceparent;
    if (first !== undefined) event.firstTraceparent = first;
    if (errorCode !== undefined) event.errorCode = errorCode;
    (outcome === "error" && errorCode !== "tool" ? failed : stop).publish(event);
  };
  const succeed = (outcome: Outcome): Outcome => {
    if (asks(outcome)) end("input_required");
    else if ("isError" in outcome && outcome.isError === true) end("error", "tool");
    else end("complete");
    return outcome;
  };
  const fail = (error: unknown): never => {
    end("error", error instanceof RpcError ? error.code : INTERNAL_ERROR);
    throw error;
  };
  // A handler that does not heed its signal never ends, but its call did.
  call.whenEnded(() => end("cancelled"));
  const run = event.wrap ?? ((inner) => inner());
  try {
    const outcome = run(() => method(parts, call));
    return isPromise(outcome) ? outcome.then(succeed, fail) : succeed(outcome);
  } catch (error) {
    return fail(error);
  }
}

function eventOf(parts: ServerParts, call: Call): DispatchEvent {
  const trace = traceOf(call);
  return {
    method: call.method,
    name: definedUriOf(parts, call) ?? definedTargetOf(parts, call),
    era: call.revision.era,
    revision: call.revision.version,
    transport: call.transport,
    principalId: call.access.principal?.id,
    sessionId: call.sessionId,
    round: 1,
    traceparent: trace?.traceparent,
    tracestate: trace?.tracestate,
  };
}
