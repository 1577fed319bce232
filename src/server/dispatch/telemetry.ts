// Telemetry of a request: published only while somebody listens.

import { type Channel, channel } from "node:diagnostics_channel";
import { channels, type DispatchEvent, type DispatchOutcome } from "../../core/events.js";
import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";
import { loggedTargetOf, targetOf } from "./failure.js";
import type { Method, Outcome } from "./outcome.js";
import { metaOf } from "./scope.js";

const start: Channel = channel(channels.dispatchStart);
const stop: Channel = channel(channels.dispatchStop);
const failed: Channel = channel(channels.dispatchError);

/** Runs a method, telling its start and end to whoever listens. */
export function observed(parts: ServerParts, call: Call, method: Method): MaybePromise<Outcome> {
  if (!start.hasSubscribers && !stop.hasSubscribers && !failed.hasSubscribers) return method(parts, call);
  const event = eventOf(parts, call);
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
    const outcome = run(() => method(parts, call));
    return isPromise(outcome) ? outcome.then(succeed, fail) : succeed(outcome);
  } catch (error) {
    return fail(error);
  }
}

function eventOf(parts: ServerParts, call: Call): DispatchEvent {
  const meta = metaOf(call);
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return {
    method: call.method,
    name: nameOf(parts, call),
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

/** What the request is about, if the server has it: names that a client makes up stay out of telemetry. */
function nameOf({ tools, prompts, resourceIndex }: ServerParts, call: Call): string | undefined {
  const target = targetOf(call);
  if (target === undefined) return undefined;
  switch (call.method) {
    case "tools/call":
      return tools.get(target)?.name;
    case "prompts/get":
      return prompts.get(target)?.name;
    case "resources/read":
    case "resources/subscribe":
    case "resources/unsubscribe":
      return resourceIndex.find(target) && loggedTargetOf(call);
    default:
      return undefined;
  }
}
