// A run in the legacy era: the handler stays where it is while its questions go out and their answers come in.

import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import { never } from "../../replay/activity.js";
import type { PendingAsk } from "../../replay/ask.js";
import { idFrom } from "../../replay/identifiers.js";
import { type Entry, readJournal } from "../../replay/journal.js";
import { Run } from "../../replay/run.js";
import { VALUES } from "../../replay/run-values.js";
import type { Call } from "../call/call.js";
import { cancelled } from "../call/cancelled.js";
import type { DurableRun } from "../durable/durable-run.js";
import type { TakenRun } from "../durable/durable-runs.js";
import { JoinedRun } from "../durable/joined-run.js";
import type { ServerParts } from "../parts.js";
import type { Asked, ClientRequest, OpenQuestion } from "./asked.js";
import { bindingOf } from "./binding.js";
import { CallExecution } from "./call-execution.js";
import { ClientAsk } from "./client-ask.js";
import { elicitationId } from "./elicitation-id.js";
import { completeMessage } from "./server-elicitations.js";
import { type Way, wayOf } from "./ways.js";

/** The execution of a call that has a session. */
export class LegacyExecution extends CallExecution {
  readonly run: Run<Asked>;
  /** What another node left of the run. */
  readonly #taken: TakenRun | undefined;
  /** The run at rest, on an engine that outlives this process or is shared with others. */
  readonly #kept: DurableRun | undefined;
  /** True once another node has the run. */
  isElsewhere = false;

  constructor(parts: ServerParts, call: Call) {
    super(parts, call);
    const { durable, randomId } = parts.asking;
    this.#taken = durable?.taken(call);
    const record = this.#taken?.record;
    this.run = new Run<Asked>(
      {
        id: record?.runId ?? twinOf(parts, call)?.run.id ?? randomId(),
        round: 1,
        journal: record && readJournal(record.journal),
        pending: record?.asks,
        hasRounds: false,
        tools: parts.asking,
      },
      this,
    );
    this.#kept = durable?.begin(call, this);
  }

  get #sessionId(): string {
    return this.call.sessionId ?? "";
  }

  override get spentMs(): number {
    return this.#taken?.record.spentMs ?? 0;
  }

  begin(ask: OpenQuestion): void {
    // It may be asked anew, after an invalid answer.
    this.waits.leave(ask);
    this.waits.begin(ask);
    if (!this.waits.park()) return ask.settle(ask.spec.limited);
    const way = wayOf(this.parts.asking, this.call, ask, () => this.#elicitationId(ask));
    if (this.waits.isLate(ask, way)) return ask.settle(ask.spec.onTimeout);
    if (way.request === undefined && !way.usesResponder) return this.nobody(ask);
    this.waits.untilSignal(ask);
    if (!ask.isOpen) return;
    this.waits.untilDeadline(ask, () => this.#elicitationId(ask), way);
    if (this.#kept === undefined) return this.#pose(ask, way);
    const { key, digest, attempt, expiresAt, note } = ask;
    const written = this.#kept.asked({ id: this.#requestId(ask), key, digest, attempt, expiresAt, note });
    // Not before it is written down: another node could not go on with what only its client knows of.
    this.attempt(() =>
      written.then((isOurs) => {
        if (isOurs && ask.isOpen) this.#pose(ask, way);
      }),
    );
  }

  #elicitationId({ key, digest, attempt }: OpenQuestion): string {
    return elicitationId(this.run.id, key, digest, attempt);
  }

  #pose(ask: OpenQuestion, { request, usesPage, usesResponder }: Way): void {
    const id = (): string => this.#elicitationId(ask);
    const isOnPage = usesPage || ask.spec.isCompletedOutside;
    const isSettledOutside = usesResponder || isOnPage;
    const opened = isSettledOutside
      ? this.waits.fromOutside(
          ask,
          id(),
          { usesResponder, usesPage, onlyResponder: request === undefined },
          ({ action }) => {
            const isDone = action === "accept" || (usesPage && action === "decline");
            if (isDone && request !== undefined && isOnPage) this.call.notify(completeMessage(id()));
          },
        )
      : undefined;
    // The page may be done with as soon as the client knows of it.
    this.attempt(() =>
      andThen(opened, () => {
        if (request !== undefined && ask.isOpen) this.#askClient(ask, request, usesPage);
      }),
    );
  }

  /** The same for the same call, wherever it is dispatched; another for whatever else uses its id. */
  #requestId({ key, digest, attempt }: OpenQuestion): string {
    const { call, parts } = this;
    return idFrom(
      this.#sessionId,
      JSON.stringify(call.id),
      bindingOf(parts.asking.serverName, call),
      key,
      digest,
      String(attempt),
    );
  }

  #askClient(ask: OpenQuestion, { method, paramsJson }: ClientRequest, isVisit: boolean): void {
    const { call, parts } = this;
    const id = this.#requestId(ask);
    const asked = new ClientAsk(this, ask, isVisit);
    asked.waitFor(
      parts.clientRequests.send(
        { sessionId: this.#sessionId, outlet: call.outlet },
        { id, method, paramsJson, isSent: this.#taken?.sent.has(id) ?? false },
        asked,
      ),
    );
    this.waits.onEnd(ask, asked);
  }

  protected override pageOf({ key, digest, attempt }: PendingAsk): string {
    return elicitationId(this.run.id, key, digest, attempt);
  }

  still(): void {
    // There is but one round.
  }

  awaits(): boolean {
    return false;
  }

  /** There is one execution, and no state of an earlier one. */
  requireCurrent(): void {}

  consume(): "first" {
    return "first";
  }

  keep(name: string, entry: Entry): MaybePromise<void> {
    const kept = this.#kept;
    // Without a record the handler itself remembers. Values are in the journal already.
    if (kept !== undefined) return whenOurs(name === VALUES ? kept.save() : kept.learned(name, entry));
  }

  /** Nobody carries the questions of a session. */
  admit(): void {}

  protected override comesAgainUntil(): undefined {
    return undefined;
  }

  refused(_key: string, attempt: number): number {
    return attempt;
  }

  /** Called before a step begins: it must be this node's to do. */
  recall(): MaybePromise<undefined> {
    if (this.#kept !== undefined) return whenOurs(this.#kept.ready());
  }

  override abandon(hasFailed?: boolean): void {
    super.abandon(hasFailed);
    const kept = this.#kept;
    if (kept === undefined || this.isElsewhere) return;
    void recover(
      () => kept.discard(),
      (error) => this.parts.logger.error("A run could not be forgotten.", { error }),
    );
  }

  /** Another node has the run: nothing more of it happens here. */
  moveOn(wasOurs: boolean): void {
    this.isElsewhere = true;
    for (const ask of this.leave()) this.waits.leave(ask);
    void this.cleanUp();
    if (!wasOurs) return this.#join();
    if (!this.parts.stopping.begun)
      this.warn("Another node goes on with a run of this one, which seemed to be dead.", {
        runId: this.run.id,
      });
    // Its client goes on where the other node writes.
    this.call.outlet.handOver?.();
    this.call.cancel(cancelled("another node goes on with it"));
  }

  /** Ends with what comes of the run that another dispatch of the call has. */
  #join(): void {
    const { durable } = this.parts.asking;
    const { call } = this;
    if (durable === undefined) return;
    const joined = new JoinedRun(this.parts, durable, call);
    void recover(
      () => andThen(joined.outcome(), (outcome) => call.ending?.end({ outcome })),
      (error) => call.ending?.end({ error }),
    );
  }
}

/** Goes on when the run is this node's, and never otherwise. */
const whenOurs = async (written: Promise<boolean>): Promise<undefined> => {
  if (!(await written)) await never();
};

/** The execution of the same call, dispatched twice at the same time. A call that only has the same id is another one. */
function twinOf(parts: ServerParts, call: Call): LegacyExecution | undefined {
  const { serverName } = parts.asking;
  for (const other of parts.running.find(call.sessionId ?? "", call.id)) {
    const { execution } = other;
    if (other === call || !(execution instanceof LegacyExecution)) continue;
    if (bindingOf(serverName, other) === bindingOf(serverName, call)) return execution;
  }
  return undefined;
}
