// Sees the timers that handlers set outside of steps. A round does not wait for them.

import { createHook } from "node:async_hooks";
import type { Place } from "./exchange.js";

/** Watches until the function is called. */
export function watchTimers(place: () => Place | undefined): () => void {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type !== "Timeout") return;
      const here = place();
      if (here === undefined || here.step !== undefined) return;
      const at = callerOf(new Error().stack ?? "");
      // Without a caller it is none of the handler's own.
      if (at !== undefined) here.exchange.timers.push({ at, isRunning: () => isRunning(resource) });
    },
  });
  hook.enable();
  return () => void hook.disable();
}

/** One that lets the process end is housekeeping: Beckon's own are such. */
function isRunning(resource: object): boolean {
  // What Node hands to the hook is the timer itself.
  const timer = resource as Partial<NodeJS.Timeout> & { readonly _destroyed?: boolean };
  return timer._destroyed !== true && timer.hasRef?.() !== false;
}

/** The first line of a stack that comes after Node's own: whoever set the timer. */
function callerOf(stack: string): string | undefined {
  const frames = stack.split("\n").filter((line) => /^\s*at .*:\d+:\d+\)?$/.test(line));
  const isNode = (frame: string): boolean => frame.includes("node:");
  const after = frames.slice(frames.findIndex(isNode)).filter((frame) => !isNode(frame));
  const caller = after.find((frame) => !frame.includes("/node_modules/")) ?? after[0];
  return caller?.trim().replace(/^at (?:async )?/, "");
}
