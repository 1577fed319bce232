// The parts that HTTP adds to a server.

import type { AllowedHosts, AllowedOrigins } from "../../guards/hosts.js";
import type { ProtectedResource } from "../access/protected-resource.js";
import type { Client } from "../client.js";
import type { LoggedStream } from "../legacy/logged-stream.js";
import type { SessionStreams } from "../legacy/session-streams.js";
import type { Sessions } from "../legacy/sessions.js";
import type { ServerParts } from "../parts.js";
import type { RunningCalls } from "../running-calls.js";
import type { KeepAlive } from "./keep-alive.js";

/** What a closed request or stream leaves behind. */
export interface Disconnected {
  readonly transport: "http" | "stdio";
  readonly principalId: string | undefined;
  readonly sessionId: string | undefined;
}

/** How a server behaves on HTTP. */
export interface HttpOptions {
  /** Names of hosts (without port) that may stand in `Host`, besides the loopback ones. @default [] */
  readonly allowedHosts?: AllowedHosts;
  /** Origins of pages that may call, besides the loopback ones. @default [] */
  readonly allowedOrigins?: AllowedOrigins;
  /** The largest body taken, in bytes; 4 MiB unless set. @default 4_194_304 */
  readonly maxBodyBytes?: number;
  /** How long a result may take before its reply becomes a stream, in milliseconds. @default 1000 */
  readonly streamAfterMs?: number;
  /** How often a comment keeps an open stream from looking idle, in milliseconds. @default 15_000 */
  readonly keepAliveMs?: number;
  /** How long a legacy session lives without a sign of its client, in milliseconds; 30 minutes unless set. @default 1_800_000 */
  readonly sessionIdleMs?: number;
  /** Describes this server as an OAuth protected resource, at its well-known path (RFC 9728). */
  readonly protectedResource?: ProtectedResource;
}

type Settled = Required<Omit<HttpOptions, "protectedResource">>;

export const httpDefaults: Settled = {
  allowedHosts: [],
  allowedOrigins: [],
  maxBodyBytes: 4 * 1024 * 1024,
  streamAfterMs: 1000,
  keepAliveMs: 15_000,
  sessionIdleMs: 30 * 60_000,
};

/** Everything the HTTP steps of a request share. */
export interface HttpParts {
  readonly server: ServerParts;
  readonly options: Settled & Pick<HttpOptions, "protectedResource">;
  readonly isAllowedHost: (header: string | undefined) => boolean;
  readonly keepAlive: KeepAlive;
  readonly running: RunningCalls;
  readonly sessions: Sessions;
  readonly sessionStreams: SessionStreams;
  /** The streams of calls whose responses go out as events on this node, by their key in the log. */
  readonly callStreams: Map<string, LoggedStream>;
  /** The lines of this node. A server that stops closes them while its engine is still there. */
  readonly lines: Set<{ readonly sessionId: string | undefined; close(): Promise<void> }>;
  readonly readClient: (written: string) => Client;
  /** Tells the application; never throws. */
  /** The `disconnect` hook, made safe; absent when there is none. */
  readonly onDisconnect: ((event: Disconnected) => void) | undefined;
}
