// What an execution of a modern round keeps for whoever sends the same request again: which answers were used, and what
// was learned.

import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { RpcError } from "../../protocol/rpc-error.js";
import { never } from "../../replay/activity.js";
import type { Entry } from "../../replay/journal.js";
import type { Round } from "../../replay/rounds.js";
import type { RunHost } from "../../replay/run-host.js";
import { VALUES } from "../../replay/run-values.js";
import type { RunState } from "../../replay/state.js";
import { StateRoom } from "../../replay/state-room.js";
import type { Call } from "../call/call.js";
import type { ServerParts } from "../parts.js";
import type { Asked } from "./asked.js";
import { bindingOf } from "./binding.js";
import { CallExecution } from "./call-execution.js";
import { invalidState } from "./request-state.js";

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

/** An execution that is one round of its run. */
export abstract class RoundExecution extends CallExecution {
  protected readonly begun: ModernRound;
  readonly #room: StateRoom;
  /** True once other answers were found to have used the slot up. */
  #isRefused = false;
  /** True once another node was found to go on with the round. */
  #isElsewhere = false;

  constructor(parts: ServerParts, call: Call, begun: ModernRound) {
    super(parts, call);
    this.begun = begun;
    this.#room = new StateRoom(parts.asking.states, begun.state);
  }

  override get spentMs(): number {
    return this.begun.state?.spentMs ?? 0;
  }

  override get firstTraceparent(): string | undefined {
    return this.begun.state?.traceparent;
  }

  protected get binding(): string {
    return this.begun.binding ?? bindingOf(this.parts.asking.serverName, this.call);
  }

  consume(): ReturnType<RunHost<Asked>["consume"]> {
    const { round } = this.begun;
    if (round === undefined) return "first";
    return andThen(this.parts.asking.rounds.consume(round), (outcome) => {
      if (outcome === "refused") {
        this.#isRefused = true;
        this.fail(invalidState());
      }
      return outcome;
    });
  }

  /**
   * A response that breaks leaves the client with its state, and as long as that is good the same request goes on with
   * the same questions. Without a state there is no way back; nor from an end that is told whenever the same comes, nor
   * for a client that cancelled, as it does where no single response can break.
   */
  protected override comesAgainUntil(hasFailed: boolean): number | undefined {
    const isOver = this.#isRefused || (hasFailed && this.run.isConsumed && !this.#isElsewhere);
    return isOver || this.call.transport === "stdio" ? undefined : this.begun.state?.expiresAt;
  }

  requireCurrent(): MaybePromise<void> {
    const { round } = this.begun;
    if (round === undefined) return;
    return andThen(this.parts.asking.rounds.isUsedUp(round), (isUsedUp) => {
      if (isUsedUp) throw invalidState();
    });
  }

  admit(key: string, digest: string): void {
    this.#room.admit(this.run, key, digest);
  }

  keep(name: string, entry: Entry): MaybePromise<void> {
    // Values are in the journal already, all of them together.
    this.#room.learn(this.run, name, name === VALUES ? undefined : entry);
    return this.#keepForRetry(name, entry);
  }

  /** Answers come with the request again; what steps gave would be lost with a round that is broken off. */
  #keepForRetry(name: string, entry: Entry): MaybePromise<void> {
    const { round } = this.begun;
    if (round === undefined || "digest" in entry) return;
    return this.#whileHeld(round, () => this.parts.asking.rounds.keep(round, name, entry));
  }

  /** Does something for a round unless another node took it over, when this one seemed to be dead; then the execution is over. */
  #whileHeld<T>(round: Round, act: () => MaybePromise<T>): MaybePromise<T> {
    return andThen(this.parts.asking.rounds.isHeld(round), (isHeld) => {
      if (isHeld) return act();
      this.#isElsewhere = true;
      this.warn("Another node goes on with a run of this one, which seemed to be dead.", {
        runId: this.run.id,
      });
      this.fail(takenOver());
      return never();
    });
  }

  refused(key: string, attempt: number): MaybePromise<number> {
    const { round } = this.begun;
    return round === undefined ? attempt : this.parts.asking.rounds.countRefused(round, key, attempt);
  }

  recall(name: string): MaybePromise<Entry | undefined> {
    const { round } = this.begun;
    return round && this.#whileHeld(round, () => this.parts.asking.rounds.recall(round, name));
  }
}

const takenOver = (): RpcError =>
  new RpcError(INTERNAL_ERROR, "Another node serves this request now; send it again");
