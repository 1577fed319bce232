// A run in the modern era: the round ends when nothing is left to do but to ask, and the next begins anew with what
// the run has learned.

import { ANSWERED_ELSEWHERE } from "../../core/elicitation/responder.js";
import { FewMap } from "../../core/few-map.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { invalidParams, RpcError } from "../../protocol/rpc-error.js";
import { never } from "../../replay/activity.js";
import type { PendingAsk } from "../../replay/ask.js";
import type { Entry } from "../../replay/journal.js";
import type { Round } from "../../replay/rounds.js";
import { Run } from "../../replay/run.js";
import type { RunHost } from "../../replay/run-host.js";
import { VALUES } from "../../replay/run-values.js";
import type { RunState } from "../../replay/state.js";
import { tooLarge } from "../../replay/state-seal.js";
import type { Call } from "../call/call.js";
import type { ServerParts } from "../parts.js";
import { type AskNote, newNote, readNote, writeNote } from "./ask-note.js";
import type { Asked, ClientRequest, FromClient, OpenQuestion } from "./asked.js";
import { type KeptAnswer, readVisit } from "./asked-question.js";
import { bindingOf } from "./binding.js";
import { CallExecution } from "./call-execution.js";
import { elicitationId } from "./elicitation-id.js";
import { endRound } from "./end-round.js";
import { Hold } from "./hold.js";
import type { OutsideAsk } from "./outside-answers.js";
import { invalidState } from "./request-state.js";
import { type Way, wayOf } from "./ways.js";

/** How a round begins and ends. */
export interface ModernRound {
  /** What the last round left; absent in the first. */
  readonly state: RunState | undefined;
  /** What the state was bound to; absent in the first round. */
  readonly binding: string | undefined;
  /** What the client answered, by key. */
  readonly responses: Pick<ReadonlyMap<string, unknown>, "has" | "get">;
  /** The state with these answers; absent in the first round. */
  readonly round: Round | undefined;
  /** The values that an execution which was broken off made for its steps. */
  readonly values: Entry | undefined;
}

/** For how many rounds a response is held for the same answer. */
const MOST_HELD = 3;

/** The execution of a modern call. */
export class ModernExecution extends CallExecution {
  readonly run: Run<Asked>;
  readonly #begun: ModernRound;
  #hold: Hold | undefined;
  readonly #heldFrom: number;
  /** True once this round was held to its end. */
  #isHoldCounted = false;
  /** The questions that the client is asked when the round ends. */
  readonly #requests = new FewMap<OpenQuestion, ClientRequest>();
  #learnedBytes: number;

  constructor(parts: ServerParts, call: Call, begun: ModernRound) {
    super(parts, call);
    const { state } = begun;
    this.#begun = begun;
    this.#heldFrom = parts.clock.now();
    this.#learnedBytes = state?.bytes ?? 0;
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
    this.run.values.takeOver(begun.values);
    if (state?.progress !== undefined) call.progress = state.progress;
  }

  override get spentMs(): number {
    return this.#begun.state?.spentMs ?? 0;
  }

  override get firstTraceparent(): string | undefined {
    return this.#begun.state?.traceparent;
  }

  get #binding(): string {
    return this.#begun.binding ?? bindingOf(this.parts.asking.serverName, this.call);
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
    const note = ask.note === "" ? newNote(ask.spec.feature) : readNote(ask.note);
    const mayHaveBeenLeft =
      this.#isKnown && asking.responder !== undefined && !ask.isPending && ask.attempt === 0;
    if (!mayHaveBeenLeft) return this.#pose(ask, note);
    this.attempt(() =>
      andThen(asking.left.take(this.#binding, ask.key, ask.digest), (id) => this.#pose(ask, { ...note, id })),
    );
  }

  #pose(ask: OpenQuestion, note: AskNote): void {
    if (!ask.isOpen) return;
    const id = (): string => this.#idOf(ask, note);
    // A form that the client was not asked to show was on a page, and stays there.
    const isOnPage = note.feature !== ask.spec.feature;
    const way = wayOf(this.parts.asking, this.call, ask, id, isOnPage);
    const { request, usesPage, usesResponder } = way;
    if (this.waits.isLate(ask, way)) return ask.settle(ask.spec.onTimeout);
    const said = this.#fromClient(ask, note, way);
    const consented = said === undefined ? note.consented : "consented" in said;
    const feature = usesPage ? "url" : ask.spec.feature;
    ask.note = writeNote({ ...note, feature, consented, isOutside: request === undefined });
    const isSettledOutside = usesResponder || usesPage || ask.spec.isCompletedOutside;
    if (said !== undefined && "answer" in said && this.waits.isOverdue(ask))
      return ask.settle(ask.spec.onTimeout);
    if (said !== undefined && "answer" in said)
      return isSettledOutside && ask.isPending
        ? this.#compete(ask, id(), said.answer, usesPage)
        : ask.settle(said.answer);
    if (request === undefined && !usesResponder)
      // Nobody may be left on a page whose question is over; whoever answered there already is heard.
      return isOnPage && ask.isPending ? this.#compete(ask, id(), ask.spec.nobody, true) : this.nobody(ask);
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

  /** What the client answered, if this is what it was asked. */
  #fromClient(ask: OpenQuestion, note: AskNote, { request, usesPage }: Way): FromClient {
    const { state, responses } = this.#begun;
    if (!responses.has(ask.key) || note.isOutside || ask.problems.length > 0) return undefined;
    if (ask.spec.options.audience !== undefined) return undefined;
    // Without a state nothing says that the client was ever asked: only what it could make up anyway is taken.
    const isPlain = ask.spec.feature !== "url" && !usesPage && ask.spec.options.offer !== "both";
    const isTaken = request !== undefined && (state === undefined ? isPlain : ask.isPending);
    if (!isTaken) return undefined;
    const response = responses.get(ask.key);
    const said = note.feature === ask.spec.feature ? ask.spec.fromClient(response) : readVisit(response);
    if (said === undefined)
      this.fail(invalidParams(`inputResponses.${ask.key} is no answer to what was asked`));
    return said;
  }

  /** The client's answer counts unless one came from outside before it. */
  #compete(ask: OpenQuestion, id: string, answer: unknown, usesPage: boolean): void {
    const { outside, responderAsks } = this.parts.asking;
    this.attempt(() =>
      andThen(usesPage ? this.#settlePage(id, answer) : outside.find(id), (known) => {
        const isOurs = known?.digest === ask.digest && known.answer !== undefined;
        if (!isOurs || usesPage) responderAsks?.withdraw(id, ANSWERED_ELSEWHERE);
        if (isOurs) return ask.settle(known.answer);
        return andThen(outside.close(id), () => ask.settle(answer));
      }),
    );
  }

  /** Nobody need come to the page any more; whoever sends the same again gets the same. */
  #settlePage(id: string, answer: unknown): MaybePromise<OutsideAsk | undefined> {
    const { outside } = this.parts.asking;
    // What a client says of a page is read as an answer.
    return andThen(outside.settle(id, answer as KeptAnswer), (outcome) => {
      if (outcome !== "already") this.waits.takeDown(id, ANSWERED_ELSEWHERE);
      return outside.find(id);
    });
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
    if (this.#requests.size > 0) this.#closeWhole();
    else this.#holding.begin();
  }

  /** Ends a round in which the handler went as far as it can: the state forgets what it asks no more. */
  #closeWhole(): void {
    this.takeDownUnasked();
    this.#close();
  }

  get #holding(): Hold {
    this.#hold ??= new Hold(this.parts, this.call, this.#heldFrom, () => this.#endHold());
    return this.#hold;
  }

  /** The response cannot be held any longer: what waits goes on in the next round, or gives up. */
  #endHold(): void {
    if (this.run.isOver || this.run.isBusy) return;
    const open = this.run.open;
    if (this.#isHoldCounted) return this.#closeWhole();
    this.#isHoldCounted = true;
    const given = open.map((ask) => this.#heldEnough(ask));
    // What gave up lets the handler go on, maybe to other questions; the round ends when it is still again.
    const goOn = (): void => {
      if (!this.run.isOver && open.every(({ isOpen }) => isOpen)) this.#closeWhole();
    };
    if (!given.some(isPromise)) return goOn();
    this.attempt(() => Promise.all(given).then(goOn));
  }

  /** Has a question go on in the next round, or give up. */
  #heldEnough(ask: OpenQuestion): MaybePromise<void> {
    const note = readNote(ask.note);
    const held = note.held + 1;
    ask.note = writeNote({ ...note, held, consented: false });
    if (note.consented) return this.#askAgain(ask, note, held);
    if (held > MOST_HELD) return this.#giveUp(ask, this.#idOf(ask, note));
  }

  #askAgain(ask: OpenQuestion, note: AskNote, held: number): void {
    const isOnPage = note.feature !== ask.spec.feature;
    const { request } = wayOf(this.parts.asking, this.call, ask, () => this.#idOf(ask, note), isOnPage);
    if (held > MOST_HELD || request === undefined) ask.settle(ask.spec.onTimeout);
    else this.#requests.set(ask, request);
  }

  /** Leaves the elicitation open for the same call, made again. */
  #giveUp(ask: OpenQuestion, id: string): MaybePromise<void> {
    const { asking, clock } = this.parts;
    const expiresAt = clock.now() + asking.options.stateTtlMs;
    this.waits.leave(ask);
    const left = this.#isKnown
      ? asking.left.leave(this.#binding, ask.key, ask.digest, id, expiresAt)
      : undefined;
    return andThen(left, () => ask.settle({ action: "unavailable", reason: "waiting", id }));
  }

  consume(): ReturnType<RunHost<Asked>["consume"]> {
    const { round } = this.#begun;
    if (round === undefined) return "first";
    return andThen(this.parts.asking.rounds.consume(round), (outcome) => {
      if (outcome === "refused") this.fail(invalidState());
      return outcome;
    });
  }

  requireCurrent(): MaybePromise<void> {
    const { round } = this.#begun;
    if (round === undefined) return;
    return andThen(this.parts.asking.rounds.isUsedUp(round), (isUsedUp) => {
      if (isUsedUp) throw invalidState();
    });
  }

  keep(name: string, entry: Entry): MaybePromise<void> {
    const { states } = this.parts.asking;
    // They are small, and kept anew with every step.
    if (name === VALUES) return this.#keepForRetry(name, entry);
    const bytes = this.#learnedBytes + Buffer.byteLength(JSON.stringify(entry)) + Buffer.byteLength(name);
    if (bytes > states.mostBytes) throw tooLarge();
    this.#learnedBytes = bytes;
    return this.#keepForRetry(name, entry);
  }

  /** Answers come with the request again; what steps gave would be lost with a round that is broken off. */
  #keepForRetry(name: string, entry: Entry): MaybePromise<void> {
    const { round } = this.#begun;
    if (round === undefined || "digest" in entry) return;
    return this.#whileHeld(round, () => this.parts.asking.rounds.keep(round, name, entry));
  }

  /** Does something for a round unless another node took it over, when this one seemed to be dead; then the execution is over. */
  #whileHeld<T>(round: Round, act: () => MaybePromise<T>): MaybePromise<T> {
    return andThen(this.parts.asking.rounds.isHeld(round), (isHeld) => {
      if (isHeld) return act();
      this.warn("Another node goes on with a run of this one, which seemed to be dead.", {
        runId: this.run.id,
      });
      this.fail(takenOver());
      return never();
    });
  }

  refused(key: string, attempt: number): MaybePromise<number> {
    const { round } = this.#begun;
    return round === undefined ? attempt : this.parts.asking.rounds.countRefused(round, key, attempt);
  }

  recall(name: string): MaybePromise<Entry | undefined> {
    const { round } = this.#begun;
    return round && this.#whileHeld(round, () => this.parts.asking.rounds.recall(round, name));
  }

  override nextRound(): void {
    this.#close();
  }

  /** Ends the round: the client gets the questions, and the state to come back with. */
  #close(): void {
    const open = this.leave();
    const ending = {
      run: this.run,
      state: this.#begun.state,
      binding: this.#binding,
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
    this.#hold?.stop();
    return super.leave();
  }
}

const takenOver = (): RpcError =>
  new RpcError(INTERNAL_ERROR, "Another node serves this request now; send it again");
