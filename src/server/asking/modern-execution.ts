// A run in the modern era: the round ends when nothing is left to do but to ask, and the next begins anew with what
// the run has learned.

import { FewMap } from "../../core/few-map.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { PendingAsk } from "../../replay/ask.js";
import { Run } from "../../replay/run.js";
import type { Call } from "../call/call.js";
import type { ServerParts } from "../parts.js";
import { type AskNote, newNote, readNote, writeNote } from "./ask-note.js";
import type { Asked, ClientRequest, FromClient, OpenQuestion } from "./asked.js";
import { clientAnswer, firstAnswer } from "./client-answer.js";
import { elicitationId } from "./elicitation-id.js";
import { endRound } from "./end-round.js";
import { HeldRound } from "./held-round.js";
import { Patience } from "./patience.js";
import { type ModernRound, RoundExecution } from "./round-execution.js";
import { type Way, wayOf } from "./ways.js";

/** The execution of a modern call. */
export class ModernExecution extends RoundExecution {
  readonly run: Run<Asked>;
  readonly #heldFrom: number;
  #held: HeldRound | undefined;
  #patience: Patience | undefined;
  /** The questions that the client is asked when the round ends. */
  readonly #requests = new FewMap<OpenQuestion, ClientRequest>();

  constructor(parts: ServerParts, call: Call, begun: ModernRound) {
    super(parts, call, begun);
    const { state } = begun;
    this.#heldFrom = parts.clock.now();
    this.run = new Run<Asked>(
      {
        id: state?.runId ?? parts.asking.randomId(),
        round: state?.round ?? 1,
        journal: state?.journal,
        pending: state?.pending,
        hasRounds: true,
        tools: parts.asking,
      },
      this,
    );
    if (begun.values !== undefined) this.run.values.takeOver(begun.values);
    if (state?.progress !== undefined) call.progress = state.progress;
  }

  /** Whether the same caller can be told from others when it calls again. */
  get #isKnown(): boolean {
    return this.call.access.principal !== undefined || this.call.transport === "stdio";
  }

  begin(ask: OpenQuestion): void {
    const { asking } = this.parts;
    this.#requests.delete(ask);
    this.waits.leave(ask);
    this.waits.begin(ask);
    this.waits.untilSignal(ask);
    if (!ask.isOpen) return;
    const last = ask.note === "" ? newNote(ask.spec.feature) : readNote(ask.note);
    // To be asked again is another page, and nobody has been there.
    const note = ask.problems.length > 0 ? { ...last, consented: false } : last;
    const mayHaveBeenLeft =
      this.#isKnown && asking.responder !== undefined && !ask.isPending && ask.attempt === 0;
    if (!mayHaveBeenLeft) return this.#pose(ask, note);
    this.attempt(() =>
      andThen(asking.left.take(this.binding, ask.key, ask.digest), (id) =>
        ask.isOpen || id === undefined ? this.#pose(ask, { ...note, id }) : this.#leaveAgain(ask, id),
      ),
    );
  }

  /** Has the same call, made again, find the elicitation. */
  #leaveAgain({ key, digest }: OpenQuestion, id: string): MaybePromise<void> {
    const { asking, clock } = this.parts;
    return asking.left.leave(this.binding, key, digest, id, clock.now() + asking.options.stateTtlMs);
  }

  #pose(ask: OpenQuestion, note: AskNote): void {
    if (!ask.isOpen) return;
    const id = (): string => this.#idOf(ask, note);
    const wasOnPage = isOnPage(ask, note);
    const way = wayOf(this.parts.asking, this.call, ask, id, wasOnPage);
    const { request, usesPage, usesResponder } = way;
    if (this.waits.isLate(ask, way)) return ask.settle(ask.spec.onTimeout);
    const said = this.#fromClient(ask, note, way);
    const consented = said === undefined ? note.consented : "consented" in said;
    const feature = usesPage ? "url" : ask.spec.feature;
    // Written out, since it is on the way of every question and a spread costs several times as much.
    const { held, id: known } = note;
    ask.note = writeNote({ feature, held, consented, isOutside: request === undefined, id: known });
    const isSettledOutside = usesResponder || usesPage || ask.spec.isCompletedOutside;
    if (said !== undefined && "answer" in said && this.waits.isOverdue(ask))
      return ask.settle(ask.spec.onTimeout);
    if (said !== undefined && "answer" in said)
      return isSettledOutside && ask.isPending
        ? this.#compete(ask, id(), said.answer, usesPage)
        : ask.settle(said.answer);
    if (request === undefined && !usesResponder)
      // Nobody may be left on a page whose question is over; whoever answered there already is heard.
      return wasOnPage && ask.isPending ? this.#compete(ask, id(), ask.spec.nobody, true) : this.nobody(ask);
    const isHeld = request === undefined || consented;
    if (isHeld && !this.waits.park()) return ask.settle(ask.spec.limited);
    this.waits.untilDeadline(ask, id, way);
    if (!isHeld) this.#requests.set(ask, request);
    if (isSettledOutside)
      void this.waits.fromOutside(ask, id(), {
        usesResponder,
        usesPage,
        onlyResponder: request === undefined,
      });
  }

  #fromClient(ask: OpenQuestion, note: AskNote, way: Way): FromClient {
    try {
      return clientAnswer(this.begun, ask, note, way);
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  /** The client's answer counts unless one came from outside before it. */
  #compete(ask: OpenQuestion, id: string, answer: unknown, usesPage: boolean): void {
    this.attempt(() =>
      andThen(firstAnswer(this.parts.asking, this.waits, ask, id, answer, usesPage), (first) =>
        ask.settle(first),
      ),
    );
  }

  #idOf(ask: Pick<OpenQuestion, "key" | "digest" | "attempt">, { id }: Pick<AskNote, "id">): string {
    return ask.attempt === 0 && id !== undefined
      ? id
      : elicitationId(this.run.id, ask.key, ask.digest, ask.attempt);
  }

  override end(ask: OpenQuestion): void {
    this.#requests.delete(ask);
    super.end(ask);
  }

  still(): void {
    if (this.#requests.size > 0) this.closeWhole();
    else this.#hold();
  }

  awaits(unasked: readonly PendingAsk[]): boolean {
    // What was answered, and is not asked, is asked no more.
    if (unasked.every(({ key }) => this.begun.responses.has(key))) return false;
    this.#patience ??= new Patience(this.parts.wheel, this.run);
    return this.#patience.begin();
  }

  #hold(): void {
    this.#held ??= new HeldRound(this.parts, this.call, this.#heldFrom, this);
    this.#held.begin();
  }

  /** Ends a round in which the handler went as far as it can: the state forgets what it asks no more. */
  closeWhole(): void {
    this.takeDownUnasked();
    this.#close();
  }

  askAgain(ask: OpenQuestion, note: AskNote): void {
    const { request } = wayOf(
      this.parts.asking,
      this.call,
      ask,
      () => this.#idOf(ask, note),
      isOnPage(ask, note),
    );
    if (request === undefined) ask.settle(ask.spec.onTimeout);
    else this.#requests.set(ask, request);
  }

  giveUp(ask: OpenQuestion, note: AskNote): MaybePromise<void> {
    const id = this.#idOf(ask, note);
    this.waits.leave(ask);
    const left = this.#isKnown ? this.#leaveAgain(ask, id) : undefined;
    return andThen(left, () => ask.settle({ action: "unavailable", reason: "waiting", id }));
  }

  /** What an earlier call left open stays so, unless this one was cancelled and not merely broken. */
  protected override takeBack(ask: OpenQuestion, hasFailed: boolean): void {
    const { id } = readNote(ask.note);
    const isFirst = this.begun.state === undefined && ask.attempt === 0;
    const isCancelled = !hasFailed && this.call.transport === "stdio";
    if (id === undefined || !isFirst || isCancelled) return super.takeBack(ask, hasFailed);
    this.waits.leave(ask);
    void recover(
      () => this.#leaveAgain(ask, id),
      (error) => this.parts.logger.error("An elicitation could not be left open.", { error, id }),
    );
  }

  override nextRound(): void {
    this.#close();
  }

  /** Ends the round: the client gets the questions, and the state to come back with. */
  #close(): void {
    const open = this.leave();
    const ending = {
      run: this.run,
      state: this.begun.state,
      binding: this.binding,
      open,
      requests: this.#requests,
    };
    this.attempt(() =>
      andThen(this.cleanUp(), () =>
        andThen(endRound(this.parts, this.call, ending), (outcome) => this.call.ending?.end({ outcome })),
      ),
    );
    for (const ask of open) this.waits.leave(ask);
  }

  protected override pageOf({ note, ...ask }: PendingAsk): string | undefined {
    const { feature, id } = readNote(note);
    return feature === "url" ? this.#idOf(ask, { id }) : undefined;
  }

  protected override leave(): readonly OpenQuestion[] {
    this.#held?.stop();
    this.#patience?.stop();
    return super.leave();
  }
}

/** A form that the client was not asked to show was on a page, and stays there. */
const isOnPage = (ask: OpenQuestion, note: AskNote): boolean => note.feature !== ask.spec.feature;
