// Hears what Beckon tells of itself: one subscription to all of its channels, undone in one go.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  type BrokerElicitationEvent,
  type ConnectEvent,
  channels,
  type DispatchEvent,
  type SessionEvent,
  type StreamEvent,
  type WebhookEvent,
} from "../core/events.js";

/** What is done on each event. It must not throw: nobody is there to catch it. */
export interface Watcher {
  connect(event: ConnectEvent): void;
  dispatchStarted(event: DispatchEvent): void;
  /** A request ended, well or not; the same object as at its start. */
  dispatchEnded(event: DispatchEvent): void;
  sessionOpened(event: SessionEvent): void;
  sessionClosed(event: SessionEvent): void;
  streamOpened(event: StreamEvent): void;
  streamClosed(event: StreamEvent): void;
  webhook(outcome: WebhookOutcome, event: WebhookEvent): void;
  /** Something happened to an elicitation that a broker keeps. */
  elicitation(what: ElicitationMoment, event: BrokerElicitationEvent): void;
}

/** What became of an attempt to deliver a webhook, or of all of them. */
export type WebhookOutcome = "delivered" | "failed" | "dead";

/** What can happen to an elicitation. */
export type ElicitationMoment = "created" | "claimed" | "settled" | "expired" | "withdrawn" | "limited";

/** Something that watches until it is closed. */
export interface Watching {
  close(): void;
  [Symbol.dispose](): void;
}

/** Begins to watch all servers of this process. */
export function watch(watcher: Watcher): Watching {
  const tellOf = (what: ElicitationMoment) => (event: BrokerElicitationEvent) =>
    watcher.elicitation(what, event);
  const subscriptions: readonly (readonly [string, (event: never) => void])[] = [
    [channels.connect, (event: ConnectEvent) => watcher.connect(event)],
    [channels.dispatchStart, (event: DispatchEvent) => watcher.dispatchStarted(event)],
    [channels.dispatchStop, (event: DispatchEvent) => watcher.dispatchEnded(event)],
    [channels.dispatchError, (event: DispatchEvent) => watcher.dispatchEnded(event)],
    [channels.sessionOpened, (event: SessionEvent) => watcher.sessionOpened(event)],
    [channels.sessionClosed, (event: SessionEvent) => watcher.sessionClosed(event)],
    [channels.streamOpened, (event: StreamEvent) => watcher.streamOpened(event)],
    [channels.streamClosed, (event: StreamEvent) => watcher.streamClosed(event)],
    [channels.webhookDelivered, (event: WebhookEvent) => watcher.webhook("delivered", event)],
    [channels.webhookFailed, (event: WebhookEvent) => watcher.webhook("failed", event)],
    [channels.webhookDead, (event: WebhookEvent) => watcher.webhook("dead", event)],
    [channels.elicitationCreated, tellOf("created")],
    [channels.elicitationClaimed, tellOf("claimed")],
    [channels.elicitationSettled, tellOf("settled")],
    [channels.elicitationExpired, tellOf("expired")],
    [channels.elicitationWithdrawn, tellOf("withdrawn")],
    [channels.elicitationLimited, tellOf("limited")],
  ];
  // Each channel carries the one type that its listener takes.
  for (const [name, listener] of subscriptions) subscribe(name, listener as (event: unknown) => void);
  const close = (): void => {
    for (const [name, listener] of subscriptions) unsubscribe(name, listener as (event: unknown) => void);
  };
  return { close, [Symbol.dispose]: close };
}

const METHODS: ReadonlySet<string> = new Set([
  "completion/complete",
  "initialize",
  "logging/setLevel",
  "ping",
  "prompts/get",
  "prompts/list",
  "resources/list",
  "resources/read",
  "resources/subscribe",
  "resources/templates/list",
  "resources/unsubscribe",
  "server/discover",
  "subscriptions/listen",
  "tools/call",
  "tools/list",
]);

/** A method of MCP by its name, anything else as `other`: clients must not be able to make up new series. */
export const boundedMethod = (method: string): string => (METHODS.has(method) ? method : "other");

/** The upper bounds, in seconds, that the MCP conventions give for durations. */
export const DURATION_BOUNDS: readonly number[] = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
];

/** The upper bounds, in seconds, for how long people take to answer: up to a week. */
export const WAIT_BOUNDS: readonly number[] = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400, 604_800];

/** The upper bounds, in bytes, for how large answers are: up to what is taken by default. */
export const SIZE_BOUNDS: readonly number[] = [64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576];

/** How an elicitation ended, for those that did. */
export function endOf(what: ElicitationMoment, { action }: BrokerElicitationEvent): string | undefined {
  if (what === "settled") return action;
  return what === "expired" || what === "withdrawn" ? what : undefined;
}
