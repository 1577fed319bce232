// The options of a server on HTTP.

import type { AllowedHosts, AllowedOrigins } from "../../guards/hosts.js";
import type { ProtectedResource } from "../access/protected-resource.js";

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

/** The options with their defaults. */
export type SettledHttpOptions = Required<Omit<HttpOptions, "protectedResource">> &
  Pick<HttpOptions, "protectedResource">;

export const httpDefaults: Required<Omit<HttpOptions, "protectedResource">> = {
  allowedHosts: [],
  allowedOrigins: [],
  maxBodyBytes: 4 * 1024 * 1024,
  streamAfterMs: 1000,
  keepAliveMs: 15_000,
  sessionIdleMs: 30 * 60_000,
};
