// Judges whether a url leads to a public host: by its parsed host, and by every address that its name resolves to.

import { type Clock, systemClock } from "../core/clock.js";
import { BeckonError } from "../core/errors.js";
import { MAX_MS, requireNumber } from "../core/require-number.js";
import { withDefaults } from "../core/with-defaults.js";
import { type Address, type AddressKind, carriedBy, kindOf, toAddress } from "./address-kind.js";
import { isLocalName, isLoopbackName, isWellFormed, withoutRoot } from "./host-name.js";
import { type HostRules, readHostRules } from "./host-rules.js";
import { type Lookup, lookupHere, lookupHost } from "./lookup-host.js";
import { isOtherServicePort } from "./other-service-port.js";
import { readUrlText } from "./url-text.js";

/** Why a url is refused. */
export type UrlRefusal =
  /** It is no url, or one that programs read differently. */
  | "malformed"
  | "too-long"
  | "scheme"
  | "credentials"
  /** It is the port of another service, such as mail, which no browser opens. */
  | "port"
  /** Its name belongs to a local network. */
  | "local-name"
  /** It is, or resolves to, an address that is not public. */
  | "address"
  /** Its name has no address, or none came in time. */
  | "unresolved"
  /** It is on the list `deny`. */
  | "denied";

/** What came of judging a url. The message is for people and names neither path nor query. */
export type UrlJudgement =
  | {
      readonly ok: true;
      /** The url as it was parsed: use this one. */
      readonly url: string;
      /** Every address that was judged. Connect to one of these, and do not look the name up again. */
      readonly addresses: readonly string[];
    }
  | { readonly ok: false; readonly reason: UrlRefusal; readonly message: string };

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

const WEB: ReadonlySet<string> = new Set(["https", "http"]);

interface Rules {
  readonly allow: HostRules;
  readonly deny: HostRules;
  readonly loopback: boolean;
}

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
  const settings = withDefaults(defaults, options);
  requireNumber("maxLength", settings.maxLength, 1, Number.MAX_SAFE_INTEGER);
  requireNumber("lookupTimeoutMs", settings.lookupTimeoutMs, 1, MAX_MS);
  const rules: Rules = {
    allow: readHostRules("allow", settings.allow),
    deny: readHostRules("deny", settings.deny),
    loopback: settings.loopback,
  };
  const read = readUrl(url, readSchemes(settings.schemes), settings.maxLength);
  if (!read.ok) return read;

  const literal = toAddress(read.name.replace(/^\[(.*)\]$/, "$1"));
  if (literal !== undefined) {
    const refusal = judgeAddress(literal, rules, kindOf);
    return refusal ?? { ok: true, url: read.href, addresses: [literal.toString()] };
  }

  const name = withoutRoot(read.name);
  const refusal = judgeName(name, rules);
  if (refusal !== undefined) return refusal;
  const found = await lookupHost(settings.lookup, name, {
    clock: settings.clock,
    timeoutMs: settings.lookupTimeoutMs,
    signal: settings.signal,
  });
  return judgeAnswers(read.href, name, found, rules);
}

type ReadUrl =
  | { readonly ok: true; readonly href: string; readonly name: string }
  | Extract<UrlJudgement, { ok: false }>;

function readUrl(given: unknown, schemes: ReadonlySet<string>, maxLength: number): ReadUrl {
  const url = given instanceof URL ? given.href : given;
  if (typeof url !== "string") return refuse("malformed", "The url is not a text.");
  if (url.length > maxLength)
    return refuse("too-long", `The url has ${url.length} characters; ${maxLength} are the most.`);
  const text = readUrlText(url);
  if (!text.ok) return refuse(text.reason, text.message);
  if (!schemes.has(text.scheme))
    return refuse("scheme", `The url begins with ${text.scheme}: instead of ${[...schemes].join(": or ")}:.`);
  // Hosts of other schemes than those of the web are not parsed, so each host is read as one of the web.
  const host = URL.canParse(`http://${text.authority}/`) ? new URL(`http://${text.authority}/`) : undefined;
  if (host === undefined || !URL.canParse(url))
    return refuse("malformed", "The host or port of the url is invalid.");
  if (host.port === "0") return refuse("malformed", "The url has the port 0.");
  if (WEB.has(text.scheme) && isOtherServicePort(host.port))
    return refuse(
      "port",
      `The url has the port ${host.port}, which belongs to another service than the web.`,
    );
  return { ok: true, href: new URL(url).href, name: host.hostname };
}

function judgeName(name: string, { allow, deny, loopback }: Rules): UrlJudgement | undefined {
  if (!isWellFormed(name))
    return refuse("malformed", "The host of the url is no name that can be looked up.");
  if (deny.hasName(name)) return refuse("denied", `The host ${name} is denied.`);
  if (allow.hasName(name) || (loopback && isLoopbackName(name))) return undefined;
  return isLocalName(name)
    ? refuse("local-name", `The host ${name} is a name of a local network.`)
    : undefined;
}

function judgeAnswers(
  url: string,
  name: string,
  found: readonly string[] | undefined,
  rules: Rules,
): UrlJudgement {
  if (found === undefined || found.length === 0)
    return refuse("unresolved", `The host ${name} could not be resolved.`);
  const addresses: string[] = [];
  for (const answer of found) {
    const address = toAddress(answer);
    if (address === undefined)
      return refuse("address", `The host ${name} resolves to something that is no address.`);
    const refusal = judgeAddress(address, rules, kindOfAnswer, name);
    if (refusal !== undefined) return refusal;
    addresses.push(address.toString());
  }
  return { ok: true, url, addresses };
}

function judgeAddress(
  address: Address,
  { allow, deny, loopback }: Rules,
  kind: (address: Address) => AddressKind,
  name?: string,
): UrlJudgement | undefined {
  if (deny.hasAddress(address)) return refuse("denied", "The address of the url is denied.");
  if (allow.hasAddress(address) || (name !== undefined && allow.hasName(name))) return undefined;
  const found = kind(address);
  if (found === "public" || (loopback && found === "loopback")) return undefined;
  return refuse(
    "address",
    name === undefined
      ? `The address of the url is not public: ${found}.`
      : `The host ${name} resolves to an address that is not public: ${found}.`,
  );
}

/** A network without IPv4 gives addresses that carry one (DNS64), so what is resolved is judged by what it carries. */
const kindOfAnswer = (address: Address): AddressKind => kindOf(carriedBy(address) ?? address);

function readSchemes(schemes: readonly string[]): ReadonlySet<string> {
  return new Set(
    schemes.map((scheme) => {
      const found = /^([a-z][a-z0-9+.-]*):?$/i.exec(scheme)?.[1];
      if (found !== undefined) return found.toLowerCase();
      throw new BeckonError(
        "invalid-option",
        `schemes has the entry ${JSON.stringify(scheme)}. Give the part of a url before its colon, such as "https".`,
      );
    }),
  );
}

const refuse = (reason: UrlRefusal, message: string): Extract<UrlJudgement, { ok: false }> => ({
  ok: false,
  reason,
  message,
});
