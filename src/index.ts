// The main door: a server and the words to write one with.

import { createMemoryEngine } from "./engines/memory/engine.js";
import { createServerOn } from "./server/create-server.js";
import type { ServerOptions } from "./server/options.js";
import type { Server } from "./server/server.js";

/**
 * Makes an MCP server. Without an engine its state lives in memory, in an engine that ends with the server; an engine
 * that you pass stays open, and closing it is up to you.
 *
 * @example
 * import { createServer } from "beckon";
 *
 * const server = createServer({ name: "tea", version: "1.0.0" });
 * server.tool("steep", { description: "Says how long to steep tea." }, () => "Three minutes.");
 */
export function createServer(options: ServerOptions): Server {
  if (options.engine !== undefined)
    return createServerOn({ ...options, engine: options.engine, ownsEngine: false });
  const engine = createMemoryEngine(options.clock === undefined ? {} : { clock: options.clock });
  return createServerOn({ ...options, engine, ownsEngine: true });
}

export type { Clock, Timer } from "./core/clock.js";
export type { Bus, Unsubscribe } from "./core/engine/bus.js";
export type {
  CreationRate,
  ElicitationChange,
  ElicitationCreation,
  ElicitationEvent,
  ElicitationFilter,
  ElicitationMode,
  ElicitationRecord,
  ElicitationStatus,
  ElicitationStore,
} from "./core/engine/elicitations.js";
export type { Engine } from "./core/engine/engine.js";
export type { EventLog, LoggedEvent, LogPage } from "./core/engine/event-log.js";
export type { Bucket, LimitStore, Taken } from "./core/engine/limits.js";
export type { KeptRecord, PutOptions, RecordStore } from "./core/engine/records.js";
export type { SessionChange, SessionRecord, SessionStore } from "./core/engine/sessions.js";
export { BeckonError, type ErrorCode, errorCodes } from "./core/errors.js";
export {
  type BrokerElicitationEvent,
  type ConnectEvent,
  channels,
  type DispatchEvent,
  type DispatchOutcome,
  type SessionEvent,
  type StreamEvent,
  type WebhookEvent,
} from "./core/events.js";
export type { Logger } from "./core/logger.js";
export type { MaybePromise } from "./core/maybe-promise.js";
export type { UrlJudge, UrlVerdict } from "./core/url-judge.js";
export * from "./server/index.js";
