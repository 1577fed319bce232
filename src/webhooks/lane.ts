// The deliveries of one endpoint: each waits for its time, and only so many are on their way at once.

import type { Clock } from "../core/clock.js";
import type { Logger } from "../core/logger.js";
import type { TimerWheel } from "../core/timer-wheel.js";
import { type Attempted, attempt, type Sending } from "./attempt.js";
import type { AttemptSignals } from "./attempt-signals.js";
import { type Delivery, type HeldDelivery, pendingKey } from "./delivery.js";
import type { DeliveryStore } from "./delivery-store.js";
import type { Endpoint } from "./endpoint.js";
import { retryDelay } from "./retry-delay.js";
import { tellDead, tellDelivered, tellFailed } from "./telemetry.js";

/** What all lanes share. */
export interface LaneParts {
  readonly store: DeliveryStore;
  readonly sending: Sending;
  readonly wheel: TimerWheel;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
  readonly concurrency: number;
  readonly maxPending: number;
  readonly retryDelaysMs: readonly number[];
  readonly attempts: AttemptSignals;
  /** Aborts when everything closes. */
  readonly signal: AbortSignal;
}

/** How much longer a node keeps a delivery to itself than the request may take. */
const SPARE_MS = 10_000;
/** When to look again after the engine failed. */
const AGAIN_MS = 5_000;

/** How long to believe that an endpoint has too many pending deliveries, or has not. */
const FULLNESS_MS = 1_000;

/** Works off the deliveries of an endpoint. What it remembers are hints; the store is the truth. */
export class Lane {
  readonly #parts: LaneParts;
  readonly endpoint: Endpoint;
  /** What this node knows to be pending, by key. */
  readonly #known = new Map<string, Delivery>();
  readonly #ready: Delivery[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #pausedUntil = 0;
  #fullness = { isFull: false, until: 0 };

  constructor(parts: LaneParts, endpoint: Endpoint) {
    this.#parts = parts;
    this.endpoint = endpoint;
  }

  /** Takes a new delivery in: keeps it, and tries it at once. */
  async accept(delivery: Delivery): Promise<void> {
    const { store, clock, maxPending } = this.#parts;
    if (this.#known.has(pendingKey(delivery))) return;
    if (this.#known.size >= maxPending && (await this.#isFull()))
      return this.#bury({ ...delivery, problem: `More than ${maxPending} deliveries are pending.` });
    if (await store.isDisabled(this.endpoint.id))
      return this.#bury({ ...delivery, problem: "The endpoint is disabled." });
    const kept = await store.add(delivery);
    if (kept !== undefined) this.schedule(kept, kept.nextAt - clock.now());
  }

  /** What this node has in mind other nodes may have delivered by now, so the store is asked; not for every event. */
  async #isFull(): Promise<boolean> {
    const { store, clock, maxPending } = this.#parts;
    if (clock.now() >= this.#fullness.until)
      this.#fullness = {
        isFull: await store.hasPending(this.endpoint.id, maxPending),
        until: clock.now() + FULLNESS_MS,
      };
    return this.#fullness.isFull;
  }

  /** Tries a pending delivery after a while. */
  schedule(delivery: Delivery, delayMs: number): void {
    this.#known.set(pendingKey(delivery), delivery);
    if (delayMs <= 0) this.#queue(delivery);
    else this.#parts.wheel.schedule(delayMs, () => this.#queue(delivery));
  }

  /** Resolves when nothing is under way any more. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #queue(delivery: Delivery): void {
    this.#ready.push(delivery);
    this.#fill();
  }

  #fill(): void {
    const { signal, concurrency } = this.#parts;
    while (!signal.aborted && this.#underWay.size < concurrency) {
      const next = this.#ready.shift();
      if (next === undefined) return;
      const working = this.#work(next).finally(() => {
        this.#underWay.delete(working);
        this.#fill();
      });
      this.#underWay.add(working);
    }
  }

  async #work(delivery: Delivery): Promise<void> {
    const { clock, logger, signal } = this.#parts;
    const waitMs = this.#pausedUntil - clock.now();
    if (waitMs > 0) return this.schedule(delivery, waitMs);
    try {
      await this.#try(delivery);
    } catch (error) {
      if (signal.aborted) return;
      logger.error("A webhook could not be worked on.", { endpoint: this.endpoint.id, error });
      this.schedule(delivery, AGAIN_MS);
    }
  }

  async #try(known: Delivery): Promise<void> {
    const { store, sending, clock, attempts } = this.#parts;
    const startedAt = clock.now();
    const taken = await store.take(known, startedAt + sending.timeoutMs + SPARE_MS);
    if (taken === undefined) return this.#forget(known);
    if ("againAt" in taken) return this.schedule(known, taken.againAt - startedAt);
    if (await store.isDisabled(this.endpoint.id))
      return this.#bury({ ...taken.delivery, problem: "The endpoint is disabled." }, taken.version);
    const { signal, end } = attempts.begin();
    try {
      const attempted = await attempt(sending, this.endpoint, taken.delivery, signal);
      await this.#conclude(taken, attempted, clock.now() - startedAt);
    } catch (error) {
      // Let go, so that another node, or the next process, need not wait for this one.
      await store.keep(taken, { ...taken.delivery, nextAt: clock.now() });
      throw error;
    } finally {
      end();
    }
  }

  async #conclude(held: HeldDelivery, attempted: Attempted, durationMs: number): Promise<void> {
    const { store, logger } = this.#parts;
    const tried = { ...held.delivery, attempts: held.delivery.attempts + 1 };
    switch (attempted.outcome) {
      case "delivered":
        await store.finish(held);
        this.#forget(tried);
        return tellDelivered({ ...this.#eventOf(tried), status: attempted.status, durationMs });
      case "moot":
        logger.info("A webhook is not sent, since its elicitation is forgotten.", this.#fieldsOf(tried));
        await store.finish(held);
        return this.#forget(tried);
      case "gone":
        await store.disable(this.endpoint.id);
        logger.warn("A webhook endpoint answered 410 and is disabled.", { endpoint: this.endpoint.id });
        return this.#bury({ ...tried, problem: "The receiver answered 410." }, held.version);
      case "failed":
        return this.#retry(held, { ...tried, problem: attempted.problem }, attempted, durationMs);
    }
  }

  async #retry(
    held: HeldDelivery,
    tried: Delivery,
    { status, retryAfterMs }: Extract<Attempted, { outcome: "failed" }>,
    durationMs: number,
  ): Promise<void> {
    const { store, clock, logger, random, retryDelaysMs } = this.#parts;
    const now = clock.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfterMs);
    const problem = tried.problem ?? "";
    tellFailed({ ...this.#eventOf(tried), problem, durationMs, ...(status !== undefined && { status }) });
    logger.warn("A webhook failed.", { ...this.#fieldsOf(tried), problem });
    const delay = retryDelay(retryDelaysMs, tried.attempts, random);
    if (delay === undefined) return this.#bury(tried, held.version);
    const delayMs = Math.max(delay, retryAfterMs);
    const next = { ...tried, nextAt: now + delayMs };
    await store.keep(held, next);
    this.schedule(next, delayMs);
  }

  async #bury(delivery: Delivery, version?: number): Promise<void> {
    const { store, logger } = this.#parts;
    await store.bury(delivery, version);
    this.#forget(delivery);
    const problem = delivery.problem ?? "";
    logger.error("A webhook is given up.", { ...this.#fieldsOf(delivery), problem });
    tellDead({ ...this.#eventOf(delivery), problem });
  }

  #forget(delivery: Delivery): void {
    this.#known.delete(pendingKey(delivery));
  }

  #eventOf({ type, attempts }: Delivery): { endpoint: string; type: string; attempt: number } {
    return { endpoint: this.endpoint.id, type, attempt: attempts };
  }

  #fieldsOf({ type, id, attempts }: Delivery): Record<string, unknown> {
    return { endpoint: this.endpoint.id, type, elicitation: id, attempts };
  }
}
