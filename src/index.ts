// The main door: a server and the words to write one with.

import { createMemoryEngine } from "./engines/memory/engine.js";
import { createServerOn } from "./server/create-server.js";
import type { ServerOptions } from "./server/options.js";
import type { Server } from "./server/server.js";

/** Makes an MCP server. Without an engine its state lives in memory, in an engine that ends with the server. */
export function createServer(options: ServerOptions): Server {
  if (options.engine !== undefined)
    return createServerOn({ ...options, engine: options.engine, ownsEngine: false });
  const engine = createMemoryEngine(options.clock === undefined ? {} : { clock: options.clock });
  return createServerOn({ ...options, engine, ownsEngine: true });
}

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
