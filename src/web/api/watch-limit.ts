// How many streams one caller may have open at once: each costs the server something for as long as it lasts.

import { ApiError } from "./api-error.js";

/** Counts open streams by caller, in this process. */
export interface WatchLimit {
  /** Counts one more until the function that it gives is called, once or more often. Throws `limited` at the limit. */
  enter(callerId: string): () => void;
}

/** When to come back, in milliseconds: streams that were left are noticed by then. */
const RETRY_AFTER_MS = 10_000;

export function createWatchLimit(most: number): WatchLimit {
  const open = new Map<string, number>();
  return {
    enter(callerId) {
      const count = open.get(callerId) ?? 0;
      if (count >= most)
        throw new ApiError("limited", `This caller has ${most} streams open already. Close some, or wait.`, {
          retryAfterMs: RETRY_AFTER_MS,
        });
      open.set(callerId, count + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (open.get(callerId) ?? 1) - 1;
        if (left === 0) open.delete(callerId);
        else open.set(callerId, left);
      };
    },
  };
}
