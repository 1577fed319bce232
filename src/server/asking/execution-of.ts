// The execution of a call, in the way of its era.

import type { Call } from "../dispatch/call.js";
import type { ServerParts } from "../parts.js";
import type { Execution } from "./execution.js";
import { executeLegacy } from "./legacy-execution.js";
import { ModernExecution, type ModernRound } from "./modern-execution.js";

/** What a round begins with. */
export type Begun = Pick<ModernRound, "state" | "responses" | "round">;

/** Nothing: most calls begin, and end, with their first round. */
export const FIRST_ROUND: Begun = { state: undefined, responses: new Map(), round: undefined };

/** The execution of a call, begun when its handler first needs it. */
export function executionOf(parts: ServerParts, call: Call): Execution {
  call.execution ??= beginExecution(parts, call, FIRST_ROUND);
  return call.execution;
}

export function beginExecution(parts: ServerParts, call: Call, begun: Begun): Execution {
  const fail = (error: unknown): void => call.endRun?.({ error });
  if (call.revision.era === "legacy") return executeLegacy(parts, call, fail);
  return new ModernExecution(parts, call, {
    ...begun,
    fail,
    suspend: (outcome) => call.endRun?.({ outcome }),
  });
}
