// What an inbox is created with.

import type { Clock } from "../../core/clock.js";
import type { Logger } from "../../core/logger.js";
import type { Key } from "../../seal/key-ring.js";
import type { Api } from "../api/api.js";
import type { Identify } from "../security/visitor.js";

/** What an inbox is created with. */
export interface InboxOptions {
  /** What the inbox shows and does, it shows and does through the API, on behalf of whoever is signed in. */
  readonly api: Pick<Api, "as">;
  /** Where the inbox is reached from outside, such as `https://app.example.com`; it is under `/inbox` there. */
  readonly baseUrl: string;
  /** Tells who is signed in. Who is not sees nothing. */
  readonly identify: Identify;
  /** Secrets of at least 32 bytes: the first signs forms, all verify. Needed where several processes serve one inbox. @default a random one for this process */
  readonly keys?: readonly Key[];
  /** Further values of `Host` that lead here, such as `10.0.0.5:8080` behind a proxy. @default [] */
  readonly allowedHosts?: readonly string[];
  /** Where the settings post to for signing out, such as `/inbox/sign-out`. @default no such button */
  readonly signOut?: string;
  /** How large a posted form may be without its files, in bytes. @default 4194304 */
  readonly maxFormBytes?: number;
  /** How long a browser's stream of news lasts before it connects again and shows who it is, in milliseconds. @default 300000 */
  readonly streamMs?: number;
  /** Where warnings and errors go. @default standard error */
  readonly logger?: Logger;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
}

export const inboxDefaults: Required<Pick<InboxOptions, "allowedHosts" | "maxFormBytes" | "streamMs">> = {
  allowedHosts: [],
  maxFormBytes: 4 * 1024 * 1024,
  streamMs: 300_000,
};
