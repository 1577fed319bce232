// A signal for each attempt, so that closing ends them all and no signal gathers listeners.

/** The signals of the attempts that are under way. */
export interface AttemptSignals {
  /** The signal for one more; aborted already when everything is closed. `end` when it is done. */
  begin(): { readonly signal: AbortSignal; end(): void };
  /** Aborts them all, and every one that begins later. */
  close(): void;
}

export function createAttemptSignals(): AttemptSignals {
  const underWay = new Set<AbortController>();
  let isClosed = false;
  return {
    begin() {
      const controller = new AbortController();
      if (isClosed) controller.abort();
      else underWay.add(controller);
      return { signal: controller.signal, end: () => void underWay.delete(controller) };
    },
    close() {
      isClosed = true;
      for (const controller of underWay) controller.abort();
      underWay.clear();
    },
  };
}
