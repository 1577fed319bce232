// Judges whether a url leads to a public host.
//
// How that is done is loaded with the first url: the tables of addresses and what reads them are most of this door.

import { type Clock, systemClock } from "../core/clock.js";
import { withDefaults } from "../core/with-defaults.js";
import { type Lookup, lookupHere } from "./lookup-host.js";
import type { UrlJudgement } from "./url-judgement.js";

/** How urls are judged. */
export interface JudgeOptions {
  /** Gives every address of a name. @default the lookup of the operating system */
  readonly lookup?: Lookup;
  /** Names, addresses and networks that are fine although they are not public. @default none */
  readonly allow?: readonly string[];
  /** Names, addresses and networks that are refused, also when `allow` has them. @default none */
  readonly deny?: readonly string[];
  /** Schemes that are fine. @default https and http */
  readonly schemes?: readonly string[];
  /** True to let this machine's own addresses through, for development. @default false */
  readonly loopback?: boolean;
  /** How long a url may be, in characters. @default 8192 */
  readonly maxLength?: number;
  /** How long a lookup may take, in milliseconds. @default 5000 */
  readonly lookupTimeoutMs?: number;
  /** Ends the wait for the lookup: `judgeUrl` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
}

const defaults = {
  lookup: lookupHere,
  allow: [] as readonly string[],
  deny: [] as readonly string[],
  schemes: ["https", "http"],
  loopback: false,
  maxLength: 8_192,
  lookupTimeoutMs: 5_000,
  clock: systemClock,
};

/**
 * Judges whether a url leads to a public host.
 *
 * @example
 * import { judgeUrl } from "beckon/guards";
 *
 * const verdict = await judgeUrl("http://169.254.169.254/latest/meta-data/");
 * if (!verdict.ok) console.error(verdict.message);
 */
export async function judgeUrl(url: string | URL, options: JudgeOptions = {}): Promise<UrlJudgement> {
  const { judge } = await import("./judge.js");
  return judge(url, withDefaults(defaults, options));
}
