// What can be set when a broker is created.

import type { Clock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import type { Logger } from "../core/logger.js";
import type { UrlJudge } from "../core/url-judge.js";
import type { Key } from "../seal/key-ring.js";
import type { BrokerFileLimits } from "./files.js";
import type { BrokerLimits } from "./limits.js";

/** How a broker keeps elicitations. */
export interface BrokerOptions {
  /** Where they are kept. It stays open when the broker closes. */
  readonly engine: Engine;
  /** What they are sealed with, where they outlive this process: the first key seals, all open. @default none, which only the memory engine can do with */
  readonly keys?: readonly Key[];
  /** How much may be asked for one principal; `false` for no limits. @default a bucket of 10 a minute, and 100 open */
  readonly limits?: BrokerLimits | false;
  /** How large an answer may be, in bytes; 1 MiB unless set. @default 1_048_576 */
  readonly maxAnswerBytes?: number;
  /** How much may be uploaded. @default up to 32 files and 64 MiB for one elicitation, 1 GiB for all */
  readonly files?: BrokerFileLimits;
  /** How long what is settled is kept, in milliseconds; 30 days unless set. @default 2_592_000_000 */
  readonly retentionMs?: number;
  /** Judges urls of templates and of whatever is created `guarded`; `false` lets all pass. @default none: such urls are refused */
  readonly judgeUrl?: UrlJudge | false;
  /** How long a process may be silent before what it asked is withdrawn, in milliseconds. @default 30_000 */
  readonly leaseMs?: number;
  /** How often to look for what other processes left behind, in milliseconds. @default 10_000 */
  readonly sweepMs?: number;
  /** How often to read the change feed without being told to, in milliseconds. @default 2_000 */
  readonly rereadMs?: number;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
  /** Where warnings go. @default standard error */
  readonly logger?: Logger;
  /** Makes ids that nobody can guess. @default made of 12 random bytes */
  readonly newId?: () => string;
}

type Numbers = "maxAnswerBytes" | "retentionMs" | "leaseMs" | "sweepMs" | "rereadMs";

export const defaults: Required<Pick<BrokerOptions, Numbers>> = {
  maxAnswerBytes: 2 ** 20,
  retentionMs: 30 * 24 * 60 * 60 * 1_000,
  leaseMs: 30_000,
  sweepMs: 10_000,
  rereadMs: 2_000,
};

/** Throws for options that cannot work. */
export function requireOptions(options: Required<Pick<BrokerOptions, Numbers>>): void {
  for (const name of ["maxAnswerBytes", "leaseMs", "sweepMs", "rereadMs"] as const)
    requireNumber(name, options[name], 1);
  requireNumber("retentionMs", options.retentionMs, 0);
}

function requireNumber(name: string, value: unknown, least: number): void {
  if (typeof value !== "number" || !(value >= least && value < Infinity))
    throw new BeckonError(
      "invalid-option",
      `${name} of the broker is ${String(value)}. Give a number from ${least} on.`,
    );
}
