// A limit on how long a handler may run.

import { BeckonError } from "../../core/errors.js";
import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";
import { ToolError } from "./failure.js";

/** The work, or its failure when the time is over; the handler's signal aborts then. */
export function withTimeLimit(
  parts: ServerParts,
  call: Call,
  timeoutMs: number | undefined,
  work: Promise<unknown>,
): Promise<unknown> {
  if (timeoutMs === undefined) return work;
  return new Promise((resolve, reject) => {
    work.then(resolve, reject);
    const timer = parts.wheel.schedule(timeoutMs, () => {
      call.abort(new BeckonError("timed-out", `The tool ran longer than ${timeoutMs} ms.`));
      reject(new ToolError(`The tool did not finish within ${timeoutMs} ms.`));
    });
    const done = (): void => timer.cancel();
    work.then(done, done);
  });
}
