// The main door: a server and the words to write one with.

import { createMemoryEngine } from "./engines/memory/engine.js";
import { createServerOn } from "./server/create-server.js";
import type { ServerOptions } from "./server/options.js";
import type { Server } from "./server/server.js";

/** Makes an MCP server; its state lives in memory unless an engine is given. */
export const createServer = (options: ServerOptions): Server =>
  createServerOn({
    ...options,
    engine: options.engine ?? createMemoryEngine(options.clock ? { clock: options.clock } : {}),
  });

export type { Clock, Timer } from "./core/clock.js";
export type { Bus, Unsubscribe } from "./core/engine/bus.js";
export type { ElicitationStore } from "./core/engine/elicitations.js";
export type { Engine } from "./core/engine/engine.js";
export type { EventLog } from "./core/engine/event-log.js";
export type { LimitStore } from "./core/engine/limits.js";
export type { RecordStore } from "./core/engine/records.js";
export type { SessionStore } from "./core/engine/sessions.js";
export { BeckonError, type ErrorCode, errorCodes } from "./core/errors.js";
export {
  type ConnectEvent,
  channels,
  type DispatchEvent,
  type SessionEvent,
  type StreamEvent,
} from "./core/events.js";
export type { Logger } from "./core/logger.js";
export * from "./server/index.js";
