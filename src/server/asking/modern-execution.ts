// A run in the modern era: the round ends when nothing is left to do but to ask, and the next begins anew with what
// the run has learned.

import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import { randomId } from "../../replay/identifiers.js";
import { type Entry, Journal } from "../../replay/journal.js";
import type { Round } from "../../replay/rounds.js";
import { Run, type RunHost } from "../../replay/run.js";
import type { RunState } from "../../replay/state.js";
import { tooLarge } from "../../replay/state-seal.js";
import type { Call } from "../dispatch/call.js";
import type { ServerParts } from "../parts.js";
import { type AskNote, newNote, readNote, writeNote } from "./ask-note.js";
import type { Asked, ClientRequest, FromClient, OpenQuestion } from "./asked.js";
import { bindingOf } from "./binding.js";
import { elicitationId } from "./elicitation-id.js";
import { endRound } from "./end-round.js";
import type { Execution } from "./execution.js";
import { Hold } from "./hold.js";
import type { InputRequired } from "./input-required.js";
import { QuestionWaits } from "./question-waits.js";
import { invalidState } from "./request-state.js";
import { wayOf } from "./ways.js";

/** How a round begins and ends. */
export interface ModernRound {
  /** What the last round left; absent in the first. */
  readonly state: RunState | undefined;
  /** What the client answered, by key. */
  readonly responses: ReadonlyMap<string, unknown>;
  /** The state with these answers; absent in the first round. */
  readonly round: Round | undefined;
  /** Ends the round with its questions. */
  readonly suspend: (outcome: InputRequired) => void;
  readonly fail: (error: unknown) => void;
}

/** For how many rounds a response is held for the same answer. */
const MOST_HELD = 3;

/** The execution of a modern call. */
export class ModernExecution implements Execution, RunHost<Asked> {
  readonly run: Run<Asked>;
  readonly #parts: ServerParts;
  readonly #call: Call;
  readonly #begun: ModernRound;
  readonly #binding: string;
  readonly #waits: QuestionWaits;
  readonly #hold: Hold;
  /** The questions that the client is asked when the round ends. */
  readonly #requests = new Map<OpenQuestion, ClientRequest>();
  #learnedBytes: number;

  constructor(parts: ServerParts, call: Call, begun: ModernRound) {
    const { state, fail } = begun;
    this.#parts = parts;
    this.#call = call;
    this.#begun = begun;
    this.#binding = bindingOf(parts.asking.serverName, call);
    this.#waits = new QuestionWaits({ parts, call, run: () => this.run, fail });
    this.#hold = new Hold(parts, call, () => this.#endHold());
    this.#learnedBytes = state?.bytes ?? 0;
    this.run = new Run<Asked>(
      {
        id: state?.runId ?? randomId(),
        round: state?.round ?? 1,
        journal: state?.journal ?? new Journal(),
        pending: state?.pending ?? [],
        stepScope: parts.asking.stepScope,
        now: () => parts.clock.now(),
      },
      this,
    );
    if (state?.progress !== undefined) call.progress = state.progress;
  }

  get spentMs(): number {
    return this.#begun.state?.spentMs ?? 0;
  }

  get firstTraceparent(): string | undefined {
    return this.#begun.state?.traceparent;
  }

  begin(ask: OpenQuestion): void {
    const { asking } = this.#parts;
    this.#requests.delete(ask);
    this.#waits.leave(ask);
    if (!this.#waits.begin(ask)) return;
    this.#waits.untilSignal(ask);
    const note = ask.note === "" ? newNote(ask.spec.feature) : readNote(ask.note);
    const mayHaveBeenLeft = asking.responder !== undefined && !ask.isPending && ask.attempt === 0;
    if (!mayHaveBeenLeft) return this.#pose(ask, note);
    this.#attempt(() =>
      andThen(asking.waiting.take(this.#binding, ask.key, ask.digest), (id) =>
        this.#pose(ask, { ...note, id }),
      ),
    );
  }

  #pose(ask: OpenQuestion, note: AskNote): void {
    if (!ask.isOpen) return;
    const id = this.#idOf(ask, note);
    const { request, usesResponder } = wayOf(this.#parts.asking, this.#call, ask, id);
    const said = this.#fromClient(ask, note, request);
    const consented = said === undefined ? note.consented : "consented" in said;
    ask.note = writeNote({ ...note, consented, isOutside: request === undefined });
    const isSettledOutside = usesResponder || ask.spec.isCompletedOutside;
    if (said !== undefined && "answer" in said)
      return isSettledOutside && ask.isPending
        ? this.#compete(ask, id, said.answer)
        : ask.settle(said.answer);
    if (request === undefined && !usesResponder) return ask.settle(ask.spec.nobody);
    this.#waits.untilDeadline(ask);
    if (request !== undefined && !consented) this.#requests.set(ask, request);
    if (isSettledOutside) this.#waits.fromOutside(ask, id, usesResponder);
  }

  /** What the client answered, if this is what it was asked. */
  #fromClient(ask: OpenQuestion, note: AskNote, request: ClientRequest | undefined): FromClient {
    const { state, responses, fail } = this.#begun;
    if (!responses.has(ask.key) || note.isOutside || ask.problems.length > 0) return undefined;
    // Without a state nothing says that the client was ever asked: only what it could make up anyway is taken.
    const isTaken = state === undefined ? request !== undefined && ask.spec.feature !== "url" : ask.isPending;
    if (!isTaken) return undefined;
    const said = ask.spec.fromClient(responses.get(ask.key));
    if (said === undefined) fail(invalidParams(`inputResponses.${ask.key} is no answer to what was asked`));
    return said;
  }

  /** The client's answer counts unless one came from outside before it. */
  #compete(ask: OpenQuestion, id: string, answer: unknown): void {
    const { outside, responderAsks } = this.#parts.asking;
    this.#attempt(() =>
      andThen(outside.settleFirst(id, answer), (first) => {
        responderAsks?.withdraw(id, "answered");
        ask.settle(first);
      }),
    );
  }

  #idOf(ask: OpenQuestion, { id }: AskNote): string {
    return id ?? elicitationId(this.run.id, ask.key, ask.attempt);
  }

  end(ask: OpenQuestion): void {
    this.#requests.delete(ask);
    this.#waits.end(ask, "answered");
  }

  still(): void {
    if (this.run.open.some((ask) => this.#requests.has(ask))) this.#close();
    else this.#hold.begin();
  }

  /** The response cannot be held any longer: what waits goes on in the next round, or gives up. */
  #endHold(): void {
    if (this.run.isOver || this.run.isBusy) return;
    for (const ask of this.run.open) {
      const note = readNote(ask.note);
      const held = note.held + 1;
      ask.note = writeNote({ ...note, held, consented: false });
      if (note.consented) this.#askAgain(ask, note, held);
      else if (held > MOST_HELD) this.#giveUp(ask, this.#idOf(ask, note));
    }
    if (this.run.open.length > 0) this.#close();
  }

  #askAgain(ask: OpenQuestion, note: AskNote, held: number): void {
    const { request } = wayOf(this.#parts.asking, this.#call, ask, this.#idOf(ask, note));
    if (held > MOST_HELD || request === undefined) ask.settle(ask.spec.onTimeout);
    else this.#requests.set(ask, request);
  }

  /** Leaves the elicitation open for the same call, made again. */
  #giveUp(ask: OpenQuestion, id: string): void {
    const { asking, clock } = this.#parts;
    const expiresAt = clock.now() + asking.options.stateTtlMs;
    this.#waits.leave(ask);
    this.#attempt(() =>
      andThen(asking.waiting.leave(this.#binding, ask.key, ask.digest, id, expiresAt), () =>
        ask.settle({ action: "unavailable", reason: "waiting", id }),
      ),
    );
  }

  consume(): MaybePromise<boolean> {
    const { state, round, fail } = this.#begun;
    if (state === undefined || round === undefined) return true;
    return andThen(this.#parts.asking.rounds.consume(state.slot, round), (isOurs) => {
      if (!isOurs) fail(invalidState());
      return isOurs;
    });
  }

  keep(name: string, entry: Entry): MaybePromise<void> {
    const { states, rounds } = this.#parts.asking;
    this.#learnedBytes += JSON.stringify(entry).length + name.length;
    if (this.#learnedBytes > states.mostBytes) throw tooLarge();
    const { state } = this.#begun;
    // Answers come with the request again; what steps gave would be lost with a round that is broken off.
    if (state !== undefined && !("digest" in entry))
      return rounds.keep(state.slot, name, entry, state.expiresAt);
  }

  recall(name: string): MaybePromise<Entry | undefined> {
    const { state } = this.#begun;
    return state && this.#parts.asking.rounds.recall(state.slot, name);
  }

  warn(message: string, fields: Readonly<Record<string, unknown>>): void {
    this.#parts.logger.warn(message, fields);
  }

  nextRound(): void {
    this.#close();
  }

  /** Ends the round: the client gets the questions, and the state to come back with. */
  #close(): void {
    const open = this.run.end();
    this.#hold.stop();
    const ending = {
      run: this.run,
      state: this.#begun.state,
      binding: this.#binding,
      open,
      requests: this.#requests,
    };
    this.#attempt(() =>
      andThen(this.#cleanUp(), () => andThen(endRound(this.#parts, this.#call, ending), this.#begun.suspend)),
    );
    for (const ask of open) this.#waits.leave(ask);
  }

  finish(): MaybePromise<void> {
    if (this.#stop("the call is over") > 0)
      this.#parts.logger.warn("A handler returned before its questions were answered.", {
        method: this.#call.method,
      });
    return this.#cleanUp();
  }

  abandon(): void {
    this.#stop("the call was cancelled");
    void this.#cleanUp();
  }

  #stop(reason: string): number {
    this.#hold.stop();
    const open = this.run.end();
    for (const ask of open) this.#waits.end(ask, reason);
    return open.length;
  }

  #cleanUp(): MaybePromise<void> {
    if (this.run.deferred.isEmpty) return;
    return this.run.deferred.run((error) => this.#parts.logger.error("Deferred clean-up failed.", { error }));
  }

  #attempt(work: () => MaybePromise<void>): void {
    void recover(work, this.#begun.fail);
  }
}
