// The parts of one server, as the steps of a request see them.

import type { Clock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import type { EventLog } from "../core/engine/event-log.js";
import type { Logger } from "../core/logger.js";
import type { TimerWheel } from "../core/timer-wheel.js";
import type { Implementation } from "../protocol/capabilities.js";
import type { ResourceContents } from "../protocol/content.js";
import type { KeyRing } from "../seal/key-ring.js";
import type { Connect } from "./access/connect.js";
import type { AskingParts } from "./asking/asking-parts.js";
import type { Call } from "./call/call.js";
import type { Listings } from "./catalog/listings.js";
import type { PromptEntry } from "./catalog/prompts.js";
import type { Registry } from "./catalog/registry.js";
import type { ResourceIndex } from "./catalog/resource-index.js";
import type { ResourceLister } from "./catalog/resource-lister.js";
import type { ResourceEntry } from "./catalog/resources.js";
import type { ToolEntry } from "./catalog/tools.js";
import type { LookupContext } from "./context.js";
import type { Middleware } from "./dispatch/middleware.js";
import type { Hints } from "./hints.js";
import type { NoticeBoard } from "./notices.js";
import type { Quota } from "./quota.js";
import type { RunningCalls } from "./running-calls.js";
import type { ClientRequests } from "./sessions/client-requests.js";
import type { Stopping } from "./stopping.js";

/** Fixed, or made for the one who asks. */
export type Described<T> = T | ((ctx: LookupContext) => T);

/** Everything the steps of a request share. */
export interface ServerParts {
  readonly info: Described<Implementation>;
  /** The fixed info as JSON text; not used when `info` is a function. */
  readonly infoJson: string;
  readonly instructions: Described<string | undefined>;
  readonly listTtlMs: number;
  readonly connect: Connect | undefined;
  readonly tools: Registry<ToolEntry>;
  readonly prompts: Registry<PromptEntry>;
  readonly resources: Registry<ResourceEntry>;
  readonly resourceIndex: ResourceIndex;
  /** Lists what the application has besides the fixed resources. */
  resourceLister: ResourceLister | undefined;
  /** Reads a uri under the permissions of a call. */
  readonly readResource: (call: Call, uri: string) => Promise<readonly ResourceContents[]>;
  readonly listings: Listings;
  readonly middleware: Middleware[];
  readonly notices: NoticeBoard;
  /** The open requests that listen, for each principal. */
  readonly listening: Quota;
  readonly engine: Engine;
  /** The engine's log of streams, sealed where it leaves this process. */
  readonly events: EventLog;
  readonly hints: Hints;
  readonly asking: AskingParts;
  readonly running: RunningCalls;
  /** The requests to clients of the legacy era. */
  readonly clientRequests: ClientRequests;
  /** The key ring; a random one is made on first use, since workers have no randomness before their first request. */
  readonly keys: () => KeyRing;
  /** Chooses keys for a server that was made without. */
  readonly chooseKeys: (keys: readonly (string | Uint8Array)[]) => void;
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly logger: Logger;
  readonly stopping: Stopping;
}
