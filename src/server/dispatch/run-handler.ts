// Runs a handler to its end: what it returns now or promises, and what it put off.

import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import type { Call } from "../call/call.js";
import { Later, settleLater } from "../call/later.js";
import type { ServerParts } from "../parts.js";
import { withTimeLimit } from "./time-limit.js";

/** What the handler gives in the end; a promise only when there is something to wait for. */
export function runHandler(
  parts: ServerParts,
  call: Call,
  handler: () => unknown,
  timeoutMs?: number | undefined,
): MaybePromise<unknown> {
  if (timeoutMs !== undefined)
    return withTimeLimit(parts, call, timeoutMs, async () => settleLater(handler()));
  const returned = handler();
  return isPromise(returned) || returned instanceof Later ? settleLater(returned) : returned;
}
