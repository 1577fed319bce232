// What hosted pages are created with.

import type { Broker } from "../../broker/broker.js";
import type { Clock } from "../../core/clock.js";
import type { Logger } from "../../core/logger.js";
import type { Key } from "../../seal/key-ring.js";
import type { Identify } from "../security/visitor.js";

/** What hosted pages are created with. */
export interface PagesOptions {
  /** Keeps what is asked, and its answers. */
  readonly broker: Broker;
  /** Where the pages are reached from outside, such as `https://app.example.com/beckon`. */
  readonly baseUrl: string;
  /** Tells who opens a page. Without it pages are served on a loopback address only. @default nobody is told apart */
  readonly identify?: Identify;
  /** Secrets of at least 32 bytes: the first signs links and forms, all verify. Needed with a broker on a shared or durable engine. @default a random one for this process */
  readonly keys?: readonly Key[];
  /** How the server is called on pages that may not say what is asked. @default the host of `baseUrl` */
  readonly serverName?: string;
  /** Further values of `Host` that lead here, such as `10.0.0.5:8080` behind a proxy. @default [] */
  readonly allowedHosts?: readonly string[];
  /** How large a posted form may be without its files, in bytes. @default 4194304 */
  readonly maxFormBytes?: number;
  /** How long a page that is open is kept waiting for news, in milliseconds. @default 25000 */
  readonly holdMs?: number;
  /** Where warnings and errors go. @default standard error */
  readonly logger?: Logger;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
}

export const pagesDefaults: Required<Pick<PagesOptions, "allowedHosts" | "maxFormBytes" | "holdMs">> = {
  allowedHosts: [],
  maxFormBytes: 4 * 1024 * 1024,
  holdMs: 25_000,
};
