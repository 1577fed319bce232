// Tells others of elicitations that are created and settled: signed, retried, and each at least once.

import type { Broker, KeptElicitation } from "../broker/broker.js";
import { type Clock, systemClock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import { consoleLogger, type Logger, safeLogger } from "../core/logger.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import { MAX_MS, requireNumber } from "../core/require-number.js";
import { createTimerWheel } from "../core/timer-wheel.js";
import { withDefaults } from "../core/with-defaults.js";
import type { WebhookGuard } from "./attempt.js";
import { createAttemptSignals } from "./attempt-signals.js";
import { createDeadLetters, type DeadLetters } from "./dead-letters.js";
import type { Delivery } from "./delivery.js";
import { createDeliveryStore } from "./delivery-store.js";
import { readEndpoints, type WebhookEndpoint } from "./endpoint.js";
import { findStart, followFeed } from "./feed.js";
import { Lane, type LaneParts } from "./lane.js";

/** How webhooks are delivered. */
export interface WebhooksOptions {
  /** The broker whose elicitations are told of. */
  readonly broker: Broker;
  /** Its engine: deliveries are kept there. It stays open when the webhooks close. */
  readonly engine: Engine;
  /** Who is told. */
  readonly endpoints: readonly WebhookEndpoint[];
  /** Where deliveries may go: the options of the url guard. @default public hosts */
  readonly guard?: WebhookGuard;
  /** The fields whose values are sent to nobody, besides those for secrets. @default none */
  readonly sensitiveFields?: (elicitation: KeptElicitation) => MaybePromise<ReadonlySet<string>>;
  /** The delays between attempts, in milliseconds, each a fifth more or less; after the last one a delivery is given up. @default after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h */
  readonly retryDelaysMs?: readonly number[];
  /** How long one attempt may take, in milliseconds. @default 20000 */
  readonly timeoutMs?: number;
  /** How many deliveries to one endpoint are on their way at once. @default 4 */
  readonly concurrency?: number;
  /** How many deliveries to one endpoint may be pending; the next ones are given up at once. @default 10000 */
  readonly maxPending?: number;
  /** How long dead letters, and deliveries that nobody works on, are kept, in milliseconds (30 days). @default 2592000000 */
  readonly keepMs?: number;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
  /** Numbers from 0 up to 1, to spread attempts. @default Math.random */
  readonly random?: () => number;
  /** Where warnings go; never what was sent. @default standard error */
  readonly logger?: Logger;
}

/** Deliveries that go on until they are closed. */
export interface Webhooks {
  /** Deliveries that were given up. */
  readonly deadLetters: DeadLetters;
  /** Which endpoints answered 410 and get nothing any more. */
  disabled(): Promise<readonly string[]>;
  /** Sends to an endpoint again; false when it was not disabled. */
  enable(endpoint: string): Promise<boolean>;
  /** Stops. What is under way is broken off and tried again later, here or on another node. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const defaults = {
  guard: {} as WebhookGuard,
  sensitiveFields: (): ReadonlySet<string> => new Set(),
  retryDelaysMs: [
    5_000,
    5 * MINUTE,
    HOUR / 2,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  timeoutMs: 20_000,
  concurrency: 4,
  maxPending: 10_000,
  keepMs: 2_592_000_000,
  clock: systemClock,
  random: Math.random,
  logger: consoleLogger,
};

/**
 * Begins to deliver. What happens to elicitations from the first time on is told, also what happened while no process
 * was there.
 *
 * @example
 * import { createBroker } from "beckon/broker";
 * import { createMemoryEngine } from "beckon/engines/memory";
 * import { createWebhooks } from "beckon/webhooks";
 *
 * const engine = createMemoryEngine();
 * const webhooks = await createWebhooks({
 *   broker: createBroker({ engine }),
 *   engine,
 *   endpoints: [{ url: "https://ops.example.com/hooks", secret: String(process.env.WEBHOOK_SECRET) }],
 * });
 */
export async function createWebhooks(options: WebhooksOptions): Promise<Webhooks> {
  const settings = withDefaults(defaults, options);
  requireSettings(settings);
  const endpoints = readEndpoints(settings.endpoints);
  const { broker, engine, clock, guard, sensitiveFields, timeoutMs, keepMs } = settings;
  const logger = safeLogger(settings.logger);
  const closing = new AbortController();
  const wheel = createTimerWheel({
    clock,
    onError: (error) => logger.error("A timer of the webhooks failed.", { error }),
  });
  const attempts = createAttemptSignals();
  const store = createDeliveryStore(engine, clock, keepMs);
  const parts: LaneParts = {
    ...settings,
    store,
    wheel,
    logger,
    sending: { broker, clock, guard, sensitiveFields, timeoutMs },
    attempts,
    signal: closing.signal,
  };
  const lanes = new Map(endpoints.map((endpoint) => [endpoint.id, new Lane(parts, endpoint)]));

  await findStart({ engine });
  for (const lane of lanes.values())
    for await (const delivery of store.pending(lane.endpoint.id))
      lane.schedule(delivery, delivery.nextAt - clock.now());

  const following = followFeed(
    { broker, engine, clock, logger, signal: closing.signal },
    async (event, type) => {
      for (const lane of lanes.values())
        if (lane.endpoint.events.has(type)) await lane.accept(deliveryOf(lane, event, type, clock.now()));
    },
  );

  async function revive(delivery: Delivery): Promise<boolean> {
    const lane = lanes.get(delivery.endpoint);
    await lane?.accept(delivery);
    return lane !== undefined;
  }

  async function close(): Promise<void> {
    closing.abort();
    attempts.close();
    wheel.close();
    await following;
    for (const lane of lanes.values()) await lane.settle();
  }

  return {
    deadLetters: createDeadLetters(engine, clock, revive),
    async disabled() {
      const ids = [...lanes.keys()];
      const states = await Promise.all(ids.map((id) => store.isDisabled(id)));
      return ids.filter((_, index) => states[index]);
    },
    enable: (endpoint) => store.enable(endpoint),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const deliveryOf = (
  lane: Lane,
  { number, id, status, at }: Pick<Delivery, "number" | "id" | "status" | "at">,
  type: Delivery["type"],
  now: number,
): Delivery => ({
  endpoint: lane.endpoint.id,
  number,
  type,
  id,
  status,
  at,
  attempts: 0,
  nextAt: now,
  problem: undefined,
});

function requireSettings(settings: {
  readonly timeoutMs: unknown;
  readonly concurrency: unknown;
  readonly maxPending: unknown;
  readonly keepMs: unknown;
  readonly retryDelaysMs: unknown;
}): void {
  requireNumber("timeoutMs", settings.timeoutMs, 1, MAX_MS);
  for (const name of ["concurrency", "maxPending", "keepMs"] as const)
    requireNumber(name, settings[name], 1, Number.MAX_SAFE_INTEGER);
  if (!Array.isArray(settings.retryDelaysMs))
    throw new BeckonError("invalid-option", "retryDelaysMs must be a list of milliseconds.");
  for (const delay of settings.retryDelaysMs) requireNumber("retryDelaysMs", delay, 0, MAX_MS);
}
