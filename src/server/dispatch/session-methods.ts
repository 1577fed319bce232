// The methods that change a legacy session: log level and resource subscriptions.

import type { SessionChange } from "../../core/engine/sessions.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { isLogLevel } from "../../protocol/log-levels.js";
import { invalidParams, invalidRequest, resourceNotFound } from "../../protocol/rpc-error.js";
import type { Call } from "../call/call.js";
import type { Outcome } from "../call/outcome.js";
import type { ServerParts } from "../parts.js";
import { requireFewSubscriptions } from "./subscriptions.js";

export const ping = (): Outcome => ({});

export function setLogLevel(parts: ServerParts, call: Call): MaybePromise<Outcome> {
  const { level } = call.params;
  if (!isLogLevel(level)) throw invalidParams("level must be one of the eight log levels");
  return change(parts, call, { logLevel: level });
}

export async function subscribe(parts: ServerParts, call: Call): Promise<Outcome> {
  const uri = readUri(call);
  if (!parts.resourceIndex.find(uri, call.access)) {
    throw resourceNotFound(uri, call.revision);
  }
  const session = await parts.engine.sessions.get(call.sessionId ?? "");
  requireFewSubscriptions([...new Set(session?.subscriptions).add(uri)]);
  return change(parts, call, { subscribe: uri });
}

export const unsubscribe = (parts: ServerParts, call: Call): MaybePromise<Outcome> =>
  change(parts, call, { unsubscribe: readUri(call) });

function readUri(call: Call): string {
  const { uri } = call.params;
  if (typeof uri !== "string") throw invalidParams(`${call.method} needs a uri`);
  return uri;
}

function change(parts: ServerParts, call: Call, what: SessionChange): MaybePromise<Outcome> {
  if (call.sessionId === undefined) throw invalidRequest(`${call.method} needs a session`);
  return andThen(parts.engine.sessions.change(call.sessionId, what), (session) => {
    if (session === undefined) throw invalidRequest("the session is over");
    return {};
  });
}
