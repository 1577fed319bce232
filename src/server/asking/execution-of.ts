// The execution of a call, in the way of its era.

import type { Call } from "../call/call.js";
import type { ServerParts } from "../parts.js";
import { CallExecution } from "./call-execution.js";
import { LegacyExecution } from "./legacy-execution.js";
import { ModernExecution } from "./modern-execution.js";
import type { ModernRound } from "./round-execution.js";

/** Nothing: most calls begin, and end, with their first round. */
export const FIRST_ROUND: ModernRound = {
  state: undefined,
  binding: undefined,
  responses: new Map(),
  round: undefined,
  values: undefined,
};

/** The execution of a call, begun when its handler first needs it. */
export function executionOf(parts: ServerParts, call: Call): CallExecution {
  if (call.execution instanceof CallExecution) return call.execution;
  const execution = beginExecution(parts, call, FIRST_ROUND);
  call.execution = execution;
  // Nothing comes of a call that has ended.
  if (call.over) execution.abandon();
  return execution;
}

export function beginExecution(parts: ServerParts, call: Call, begun: ModernRound): CallExecution {
  return call.revision.era === "legacy"
    ? new LegacyExecution(parts, call)
    : new ModernExecution(parts, call, begun);
}
