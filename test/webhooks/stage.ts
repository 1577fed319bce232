// A broker with webhooks on a fake clock, and a real receiver that answers as it is told.

import { createHmac, timingSafeEqual } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Broker } from "../../src/broker/index.js";
import { channels, type WebhookEvent } from "../../src/core/events.js";
import { createMemoryEngine, type MemoryEngineOptions } from "../../src/engines/memory/index.js";
import type { Engine } from "../../src/index.js";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.js";
import {
  createWebhooks,
  type WebhookEndpoint,
  type Webhooks,
  type WebhooksOptions,
} from "../../src/webhooks/index.js";
import { createStage, type LogLine } from "../broker/stage.js";
import { type Receiver, startReceiver } from "../guards/receiver.js";

export const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;

/** One delivery as it arrived. */
export interface Arrival {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Outcome extends WebhookEvent {
  readonly kind: "delivered" | "failed" | "dead";
}

export interface WebhookStage {
  readonly clock: FakeClock;
  readonly engine: Engine;
  readonly lines: readonly LogLine[];
  readonly broker: Broker;
  readonly receiver: Receiver;
  readonly arrivals: readonly Arrival[];
  readonly outcomes: readonly Outcome[];
  /** Begins to deliver to the receiver. */
  start(endpoint?: Partial<WebhookEndpoint>, options?: Partial<WebhooksOptions>): Promise<Webhooks>;
  /** Resolves when so many deliveries have arrived. */
  arrived(count: number): Promise<void>;
  /** Resolves when so many attempts of a kind have ended, and what follows from them is done. */
  ended(kind: Outcome["kind"], count: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `reply` says what the receiver answers; a promise that stays open keeps it waiting. */
export async function createWebhookStage(
  reply: (arrival: Arrival, index: number) => Reply | Promise<Reply> = () => ({ status: 204 }),
  create: (options: MemoryEngineOptions) => Engine = createMemoryEngine,
): Promise<WebhookStage> {
  const clock = createFakeClock({ now: 1_000_000 });
  const engine = create({ clock });
  const { broker, lines, logger } = createStage({ clock, engine });
  const arrivals: Arrival[] = [];
  const outcomes: Outcome[] = [];
  const running: Webhooks[] = [];
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const one of woken) one();
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve));
    for (let turn = 0; turn < 20; turn++) await clock.advance(0);
  };
  const listeners = (["delivered", "failed", "dead"] as const).map((kind) => {
    const name = {
      delivered: channels.webhookDelivered,
      failed: channels.webhookFailed,
      dead: channels.webhookDead,
    }[kind];
    const listener = (event: unknown): void => {
      // The channel carries nothing else.
      outcomes.push({ kind, ...(event as WebhookEvent) });
      wake();
    };
    subscribe(name, listener);
    return () => unsubscribe(name, listener);
  });
  const receiver = await startReceiver((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const arrival = {
        path: request.url ?? "",
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      };
      arrivals.push(arrival);
      wake();
      const { status, headers = {} } = await reply(arrival, arrivals.length - 1);
      response.writeHead(status, headers).end("a body that nobody reads");
    });
  });

  return {
    clock,
    engine,
    broker,
    lines,
    receiver,
    arrivals,
    outcomes,
    async start(endpoint = {}, options = {}) {
      const webhooks = await createWebhooks({
        broker,
        engine,
        clock,
        logger,
        random: () => 0.5,
        guard: { loopback: true, lookup: () => ["127.0.0.1"] },
        endpoints: [{ id: "ops", url: receiver.url("/hook?token=t0k3n"), secret: secretOf(1), ...endpoint }],
        ...options,
      });
      running.push(webhooks);
      return webhooks;
    },
    arrived: (count) => until(() => arrivals.length >= count),
    ended: (kind, count) => until(() => outcomes.filter((one) => one.kind === kind).length >= count),
    async [Symbol.asyncDispose]() {
      for (const webhooks of running) await webhooks.close();
      for (const leave of listeners) leave();
      await broker.close();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** Verifies a delivery the way the specification tells receivers to. */
export function isSigned({ headers, body }: Arrival, secret: string): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const wanted = createHmac("sha256", key).update(content).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
    const [version, value = ""] = signature.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

export const bodyOf = (
  arrival: Arrival | undefined,
): { type: string; timestamp: string; data: Record<string, unknown> } => JSON.parse(arrival?.body ?? "null");
