// The parts that transports add to a server.

import type { PassingMap } from "../core/passing-map.js";
import type { Client } from "./call/client.js";
import type { TakeOver } from "./durable/take-over.js";
import type { SettledHttpOptions } from "./http/http-options.js";
import type { KeepAlive } from "./http/keep-alive.js";
import type { PageRoute } from "./http/page-route.js";
import type { ServerParts } from "./parts.js";
import type { RunningCalls } from "./running-calls.js";
import type { Sessions } from "./sessions/sessions.js";
import type { LoggedStream } from "./streams/logged-stream.js";
import type { SessionStreams } from "./streams/session-streams.js";

/** What a closed request or stream leaves behind. */
export interface Disconnected {
  readonly transport: "http" | "stdio";
  readonly principalId: string | undefined;
  readonly sessionId: string | undefined;
}

/** Everything that HTTP and lines share beyond the server itself. */
export interface TransportParts {
  readonly server: ServerParts;
  readonly options: SettledHttpOptions;
  readonly isAllowedHost: (header: string | undefined) => boolean;
  /** The way to the pages that the server hosts; absent when there are none. */
  readonly pages: PageRoute | undefined;
  readonly keepAlive: KeepAlive;
  readonly running: RunningCalls;
  readonly sessions: Sessions;
  readonly sessionStreams: SessionStreams;
  /** The streams of calls whose responses go out as events on this node, by their key in the log. */
  readonly callStreams: PassingMap<string, LoggedStream>;
  /** The fetch requests that are being served. */
  readonly openRequests: Set<Request>;
  /** The lines of this node. A server that stops closes them while its engine is still there. */
  readonly lines: Set<{ readonly sessionId: string | undefined; close(): Promise<void> }>;
  readonly readClient: (written: string) => Client;
  /** Goes on with the runs of nodes that died; absent where there are no others. */
  readonly takeOver: TakeOver | undefined;
  /** The `disconnect` hook, made safe; absent when there is none. */
  readonly onDisconnect: ((event: Disconnected) => void) | undefined;
}
