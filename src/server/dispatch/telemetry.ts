// Telemetry of a request: published only while somebody listens.

import { type Channel, channel } from "node:diagnostics_channel";
import { channels, type DispatchEvent, type DispatchOutcome } from "../../core/events.js";
import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { Call } from "./call.js";
import { loggedTargetOf } from "./failure.js";
import type { Outcome } from "./outcome.js";
import { metaOf } from "./scope.js";

const start: Channel = channel(channels.dispatchStart);
const stop: Channel = channel(channels.dispatchStop);
const failed: Channel = channel(channels.dispatchError);

/** Runs `make`, telling its start and end to whoever listens. */
export function observed(call: Call, make: () => MaybePromise<Outcome>): MaybePromise<Outcome> {
  if (!start.hasSubscribers && !stop.hasSubscribers && !failed.hasSubscribers) return make();
  const event = eventOf(call);
  const startedAt = performance.now();
  start.publish(event);
  const end = (outcome: DispatchOutcome, errorCode?: number | "tool"): void => {
    event.durationMs = performance.now() - startedAt;
    event.outcome = call.over && outcome !== "complete" ? "cancelled" : outcome;
    if (errorCode !== undefined) event.errorCode = errorCode;
    (outcome === "error" && errorCode !== "tool" ? failed : stop).publish(event);
  };
  const succeed = (outcome: Outcome): Outcome => {
    if ((outcome as { isError?: unknown }).isError === true) end("error", "tool");
    else end("complete");
    return outcome;
  };
  const fail = (error: unknown): never => {
    end("error", error instanceof RpcError ? error.code : -32603);
    throw error;
  };
  const run = event.wrap ?? ((inner) => inner());
  try {
    const outcome = run(make);
    return isPromise(outcome) ? outcome.then(succeed, fail) : succeed(outcome);
  } catch (error) {
    return fail(error);
  }
}

function eventOf(call: Call): DispatchEvent {
  const meta = metaOf(call);
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return {
    method: call.method,
    name: loggedTargetOf(call),
    era: call.revision.era,
    revision: call.revision.version,
    transport: call.transport,
    principalId: call.access.principal?.id,
    sessionId: call.sessionId,
    round: 1,
    traceparent: text(meta?.traceparent ?? call.headers.traceparent),
    tracestate: text(meta?.tracestate ?? call.headers.tracestate),
  };
}
