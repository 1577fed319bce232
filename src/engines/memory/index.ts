// The door of the memory engine.

export type { MemoryElicitationsOptions } from "./elicitations.js";
export { createMemoryEngine, type MemoryEngine, type MemoryEngineOptions } from "./engine.js";
export type { MemoryEventLogOptions } from "./event-log.js";
export type { MemoryRecordsOptions } from "./records.js";
export type { MemorySessionsOptions } from "./sessions.js";
export type { Synchronous } from "./synchronous.js";
