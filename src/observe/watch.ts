// Hears what Beckon tells of itself: one subscription to all of its channels, undone in one go.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  type ConnectEvent,
  channels,
  type DispatchEvent,
  type SessionEvent,
  type StreamEvent,
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
}

/** Something that watches until it is closed. */
export interface Watching {
  close(): void;
  [Symbol.dispose](): void;
}

/** Begins to watch all servers of this process. */
export function watch(watcher: Watcher): Watching {
  const subscriptions: readonly (readonly [string, (event: never) => void])[] = [
    [channels.connect, (event: ConnectEvent) => watcher.connect(event)],
    [channels.dispatchStart, (event: DispatchEvent) => watcher.dispatchStarted(event)],
    [channels.dispatchStop, (event: DispatchEvent) => watcher.dispatchEnded(event)],
    [channels.dispatchError, (event: DispatchEvent) => watcher.dispatchEnded(event)],
    [channels.sessionOpened, (event: SessionEvent) => watcher.sessionOpened(event)],
    [channels.sessionClosed, (event: SessionEvent) => watcher.sessionClosed(event)],
    [channels.streamOpened, (event: StreamEvent) => watcher.streamOpened(event)],
    [channels.streamClosed, (event: StreamEvent) => watcher.streamClosed(event)],
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
