// The waits that both eras share: a question's own signal and deadline, and answers from outside the client.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import { shownArguments } from "../../core/elicitation/shown-arguments.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { Run } from "../../replay/run.js";
import type { Call } from "../call/call.js";
import { targetOf } from "../call/target.js";
import type { ServerParts } from "../parts.js";
import type { Asked, OpenQuestion } from "./asked.js";
import type { AskingParts } from "./asking-parts.js";
import { keepUp } from "./keep-up.js";
import type { ResponderAsk } from "./responder-asks.js";
import { deadlineKeeper, LEEWAY_MS, lastDeadline, untilDeadline } from "./until-deadline.js";
import { WaitStops } from "./wait-stops.js";
import type { Way } from "./ways.js";

/** What the waits are for. */
interface WaitingExecution {
  readonly run: Run<Asked>;
  fail(error: unknown): void;
}

/** Who may answer from outside. */
export interface OutsideWay {
  readonly usesResponder: boolean;
  /** True when the client sends the person to a hosted page. */
  readonly usesPage: boolean;
  /** True when the client is not asked. */
  readonly onlyResponder: boolean;
}

/** The waits of one execution. */
export class QuestionWaits extends WaitStops {
  readonly #parts: ServerParts;
  readonly #call: Call;
  readonly #execution: WaitingExecution;
  #isParked = false;
  /** The elicitations that can be settled from outside. */
  #asked: Map<OpenQuestion, string> | undefined;

  constructor(parts: ServerParts, call: Call, execution: WaitingExecution) {
    super();
    this.#parts = parts;
    this.#call = call;
    this.#execution = execution;
  }

  get #isLegacy(): boolean {
    return this.#call.revision.era === "legacy";
  }

  protected override waitsChanged(isWaiting: boolean): void {
    this.#call.isWaiting = isWaiting;
    this.#call.limit?.pause(isWaiting);
    if (!isWaiting) this.#unpark();
  }

  /** Counts the execution among those that stay until somebody answers; false when there are too many already. */
  park(): boolean {
    this.#isParked ||= this.#parts.asking.quota.enter(whose(this.#call));
    return this.#isParked;
  }

  #unpark(): void {
    if (this.#isParked) this.#parts.asking.quota.leave(whose(this.#call));
    this.#isParked = false;
  }

  /** Ends the question when its own signal aborts. */
  untilSignal(ask: OpenQuestion): void {
    const { signal } = ask.spec.options;
    if (signal === undefined) return;
    const stop = (): void => ask.settle(ask.spec.withdrawn);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    this.onEnd(ask, { stop: () => signal.removeEventListener("abort", stop) });
  }

  /** True when the deadline is over, and nobody could have moved it. */
  isLate(ask: OpenQuestion, way: Pick<Way, "usesPage" | "usesResponder">): boolean {
    return this.isOverdue(ask) && deadlineKeeper(this.#parts.asking, way) === undefined;
  }

  /** True when the deadline is over that the question was asked with. */
  isOverdue({ expiresAt }: OpenQuestion): boolean {
    return expiresAt !== undefined && this.#parts.clock.now() >= expiresAt;
  }

  /** Ends the question at its deadline. */
  untilDeadline(ask: OpenQuestion, id: () => string, way: Pick<Way, "usesPage" | "usesResponder">): void {
    if (ask.expiresAt === undefined) return;
    const find = deadlineKeeper(this.#parts.asking, way);
    const stop = untilDeadline(this.#parts, ask, find === undefined ? "" : id(), find);
    this.onEnd(ask, { stop });
  }

  /**
   * Takes the answer from outside: from the responder, or when the page is completed. Gives when the elicitation is
   * known to those who may settle it; no round ends before.
   */
  fromOutside(
    ask: OpenQuestion,
    id: string,
    { usesResponder, usesPage, onlyResponder }: OutsideWay,
    onAnswer?: (answer: Answer<unknown>) => void,
  ): MaybePromise<void> {
    const { run } = this.#execution;
    const { asking } = this.#parts;
    const expiresAt = this.#endOf(ask, { usesResponder, usesPage });
    this.#asked ??= new Map();
    this.#asked.set(ask, id);
    const known = {
      isPage: ask.spec.feature === "url",
      digest: ask.digest,
      schema: ask.spec.contentSchema,
      expiresAt,
    };
    const hear = (answer: Answer<unknown>): void => {
      if (ask.isOpen) onAnswer?.(answer);
      ask.settle(answer);
    };
    const wait = (): void => {
      if (!ask.isOpen) return;
      this.onEnd(ask, { stop: asking.outside.wait(id, hear) });
      if (this.#isLegacy && ask.expiresAt === undefined) this.onEnd(ask, keepUp(this.#parts, id, known));
      if (known.schema !== undefined) this.onEnd(ask, { stop: asking.awaitedPages.add(id, ask.spec) });
      if (!(usesResponder || usesPage) || !ask.isOpen) return;
      const elicitation = this.#elicitationOf(ask, id);
      if (elicitation === undefined) return;
      const how = this.#howToAsk(ask, expiresAt);
      const isOnPage = usesPage && asking.hosted?.asks.begin(elicitation, how);
      const isAsked = usesResponder && asking.responderAsks?.begin(elicitation, how);
      // With the client asked too, it is the client's to answer; but a page that is not there is nobody's.
      if (onlyResponder ? !isAsked : usesPage && !isOnPage && !isAsked) ask.settle(ask.spec.limited);
    };
    const opened = recover(
      () =>
        andThen(asking.outside.open(id, known), () =>
          // It may have been settled since the last round.
          andThen(asking.outside.find(id), (found) => {
            if (found?.answer === undefined) return wait();
            // Whoever kept it may have ended before they could say so.
            if (ask.spec.ownFields?.has("secret")) {
              if (usesPage) asking.hosted?.asks.release(id);
              if (usesResponder) asking.responderAsks?.release(id);
            }
            hear(found.answer);
          }),
        ),
      (error) => this.#execution.fail(error),
    );
    run.during(opened);
    return opened;
  }

  /** Until when an answer from outside is of use. */
  #endOf({ expiresAt, spec }: OpenQuestion, way: Pick<Way, "usesPage" | "usesResponder">): number {
    const { asking, clock } = this.#parts;
    // A modern question lives as long as its state; a legacy one as long as its call, which renews it.
    if (expiresAt === undefined) return clock.now() + asking.options.stateTtlMs;
    if (deadlineKeeper(asking, way) === undefined) return expiresAt;
    // Whoever keeps the deadline ends it; this is for when they cannot.
    return Math.max(lastDeadline(expiresAt, spec.timeoutMs), clock.now()) + LEEWAY_MS;
  }

  #elicitationOf(ask: OpenQuestion, id: string): Elicitation | undefined {
    const asker = askerOf(this.#parts.asking, this.#call, this.#execution.run.id);
    const { key, problems, expiresAt } = ask;
    return ask.spec.elicitation?.({ id, key, problems, expiresAt, asker });
  }

  #howToAsk(ask: OpenQuestion, expiresAt: number): ResponderAsk {
    const { id, round } = this.#execution.run;
    const { isCompletedOutside } = ask.spec;
    return { group: `${id}.${round}`, expiresAt, whose: whose(this.#call), isCompletedOutside };
  }

  /** Takes a page down that an earlier execution put up, on this node or another. */
  takeDown(id: string, reason: string): void {
    this.#parts.asking.hosted?.asks.takeDown(id, reason);
    this.#forget(id);
  }

  /** The question waits no longer; nobody else need answer it. */
  end(ask: OpenQuestion, reason: string): void {
    const id = this.#asked?.get(ask);
    this.#asked?.delete(ask);
    this.stop(ask);
    if (id === undefined) return;
    const { asking } = this.#parts;
    asking.responderAsks?.withdraw(id, reason);
    asking.hosted?.asks.withdraw(id, reason);
    this.#forget(id);
  }

  /** Nobody may believe that a page which is completed now is of any use. */
  #forget(id: string): void {
    const { asking, clock, logger } = this.#parts;
    // A state may come again for as long as it is good; a legacy call that is over needs its answers no more.
    const keptUntil = this.#isLegacy ? clock.now() + asking.options.stateTtlMs : Infinity;
    void recover(
      () => asking.outside.close(id, keptUntil),
      (error) => logger.error("An elicitation could not be closed.", { error }),
    );
  }

  /** The execution waits no longer, but the question stays open. */
  leave(ask: OpenQuestion): void {
    this.#asked?.delete(ask);
    this.stop(ask);
  }

  /** The same; what is open of it ends with the state that whoever comes back must have. */
  leaveUntil(ask: OpenQuestion, instant: number): void {
    const id = this.#asked?.get(ask);
    this.leave(ask);
    if (id === undefined) return;
    const { asking, logger } = this.#parts;
    asking.responderAsks?.endAt(id, instant);
    asking.hosted?.asks.endAt(id, instant);
    void recover(
      () => asking.outside.endAt(id, instant),
      (error) => logger.error("An elicitation could not be left to expire.", { error, id }),
    );
  }
}

/** For whom runs are counted: the principal, or the session where nobody is signed in. */
const whose = ({ access, sessionId }: Call): string =>
  access.principal === undefined ? `session ${sessionId ?? ""}` : `principal ${access.principal.id}`;

const askerOf = (asking: AskingParts, call: Call, runId: string) => ({
  server: asking.serverName,
  method: call.method,
  target: targetOf(call),
  arguments: shownArguments(call.params.arguments),
  client: call.client.info?.title ?? call.client.name,
  principalId: call.access.principal?.id,
  runId,
});
