// A limit on how long a handler may be at work; the time it waits for people does not count.

import { BeckonError } from "../../core/errors.js";
import type { Call } from "../call/call.js";
import { ToolError } from "../call/failure.js";
import { WorkClock } from "../call/work-clock.js";
import type { ServerParts } from "../parts.js";

/** Runs a handler; fails when its time is over, and aborts its signal then. */
export function withTimeLimit(
  parts: ServerParts,
  call: Call,
  timeoutMs: number,
  run: () => Promise<unknown>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const limit = new WorkClock(parts, timeoutMs, call.execution?.spentMs ?? 0, () => {
      call.abort(new BeckonError("timed-out", `The tool ran longer than ${timeoutMs} ms.`));
      reject(new ToolError(`The tool did not finish within ${timeoutMs} ms.`));
    });
    call.limit = limit;
    limit.start();
    const done = (): void => {
      limit.end();
      call.limit = undefined;
    };
    const work = run();
    work.then(resolve, reject);
    work.then(done, done);
  });
}
