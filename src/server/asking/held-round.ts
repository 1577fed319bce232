// A modern round whose response is held for answers from elsewhere, and what becomes of its questions when it cannot be
// held any longer.

import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import type { Run } from "../../replay/run.js";
import type { Call } from "../call/call.js";
import type { ServerParts } from "../parts.js";
import { type AskNote, readNote, writeNote } from "./ask-note.js";
import type { Asked, OpenQuestion } from "./asked.js";
import { Hold } from "./hold.js";

/** The execution whose response is held. */
export interface HeldExecution {
  readonly run: Run<Asked>;
  /** Has the client ask again, at the end of the round. */
  askAgain(ask: OpenQuestion, note: AskNote): void;
  /** Leaves the elicitation open for the same call, made again. */
  giveUp(ask: OpenQuestion, note: AskNote): MaybePromise<void>;
  /** Does what must be done for the run to go on; no round ends before. */
  attempt(work: () => MaybePromise<void>): void;
  /** Ends the round. */
  closeWhole(): void;
}

/** For how many rounds a response is held for the same answer. */
const MOST_HELD = 3;

export class HeldRound {
  readonly #execution: HeldExecution;
  readonly #hold: Hold;
  /** True once it was held to its end. */
  #isCounted = false;

  /** The time is counted from `from` on. */
  constructor(parts: ServerParts, call: Call, from: number, execution: HeldExecution) {
    this.#execution = execution;
    this.#hold = new Hold(parts, call, from, () => this.#end());
  }

  begin(): void {
    this.#hold.begin();
  }

  stop(): void {
    this.#hold.stop();
  }

  #end(): void {
    const { run } = this.#execution;
    if (run.isOver || run.isBusy) return;
    if (this.#isCounted) return this.#execution.closeWhole();
    this.#isCounted = true;
    const { open } = run;
    const given = open.map((ask) => this.#heldEnough(ask));
    // What gave up lets the handler go on, maybe to other questions; the round ends when it is still again.
    const goOn = (): void => {
      if (!run.isOver && open.every(({ isOpen }) => isOpen)) this.#execution.closeWhole();
    };
    if (!given.some(isPromise)) return goOn();
    this.#execution.attempt(() => Promise.all(given).then(goOn));
  }

  /** Has a question go on in the next round, or give up. */
  #heldEnough(ask: OpenQuestion): MaybePromise<void> {
    const note = readNote(ask.note);
    const held = note.held + 1;
    const isTooOften = held > MOST_HELD;
    ask.note = writeNote({ ...note, held, consented: false });
    if (note.consented)
      return isTooOften ? ask.settle(ask.spec.onTimeout) : this.#execution.askAgain(ask, note);
    if (isTooOften) return this.#execution.giveUp(ask, note);
  }
}
