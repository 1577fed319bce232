// One request of a test client, and what the handler behind it did.

/** Something that happened while a request was served. */
export interface Exchange {
  /** Which round of its run it is, from 1. */
  readonly round: number;
  /** What the handler asked, in order, also what it had an answer to already. */
  readonly asks: TracedAsk[];
  /** The steps whose function ran, by key. */
  readonly steps: string[];
  readonly effects: TracedEffect[];
  /** The timers that the handler set outside of steps. */
  readonly timers: TimerTrace[];
  /** Where those of them were set that ran on when the request had ended. */
  timersLeft: readonly string[];
  /** How the request ended: a failure is a result that says so, of the handler or because the run could not go on. */
  outcome: "questions" | "result" | "failure" | "error" | undefined;
}

export interface TracedAsk {
  readonly key: string;
  readonly label: string;
  isAnswered: boolean;
}

export interface TracedEffect {
  readonly name: string;
  /** The step it belongs to. */
  readonly step: string | undefined;
  /** How many questions had been asked before. */
  readonly asksBefore: number;
}

/** A timer that a handler set. */
export interface TimerTrace {
  /** Where in the sources, as far as that can be told. */
  readonly at: string;
  /** True until it has gone off or was cleared. */
  isRunning(): boolean;
}

/** Where the running code is. */
export interface Place {
  readonly exchange: Exchange;
  readonly step: string | undefined;
}

export const createExchange = (round: number): Exchange => ({
  round,
  asks: [],
  steps: [],
  effects: [],
  timers: [],
  timersLeft: [],
  outcome: undefined,
});
