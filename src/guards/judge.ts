// How a url is judged: by its parsed host, and by every address that its name resolves to.

import type { Clock } from "../core/clock.js";
import { BeckonError } from "../core/errors.js";
import { MAX_MS, requireNumber } from "../core/require-number.js";
import { type Address, type AddressKind, carriedBy, kindOf, toAddress } from "./address-kind.js";
import { isLocalName, isLoopbackName, isWellFormed, withoutRoot } from "./host-name.js";
import { type HostRules, readHostRules } from "./host-rules.js";
import { type Lookup, lookupHost } from "./lookup-host.js";
import { isOtherServicePort } from "./other-service-port.js";
import type { UrlJudgement, UrlRefusal } from "./url-judgement.js";
import { readUrlText } from "./url-text.js";

/** All that a url is judged by: the options of `judgeUrl`, with their defaults. */
interface JudgeSettings {
  readonly lookup: Lookup;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly schemes: readonly string[];
  readonly loopback: boolean;
  readonly maxLength: number;
  readonly lookupTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
}

const WEB: ReadonlySet<string> = new Set(["https", "http"]);

interface Rules {
  readonly allow: HostRules;
  readonly deny: HostRules;
  readonly loopback: boolean;
}

/** Judges a url. */
export async function judge(url: string | URL, settings: JudgeSettings): Promise<UrlJudgement> {
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
