// Refuses options that cannot work, where they are given and not where they fail.

import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import type { HttpOptions } from "./http/http-options.js";
import type { ServerOptions } from "./options.js";

/** Checks the options of a server. */
export function checkOptions({
  name,
  version,
  pageSize,
  listTtlMs,
  maxListening,
  http = {},
  asking = {},
  responder,
  pages,
  vault,
}: ServerOptions): void {
  checkText("name", name);
  checkText("version", version);
  checkCount("pageSize", pageSize, 1);
  checkCount("listTtlMs", listTtlMs, 0);
  checkCount("maxListening", maxListening, 1);
  checkHttpOptions(http);
  checkCount("asking.maxRounds", asking.maxRounds, 1);
  checkCount("asking.holdMs", asking.holdMs, 0);
  checkCount("asking.stateTtlMs", asking.stateTtlMs, 1);
  checkCount("asking.maxWaiting", asking.maxWaiting, 1);
  checkCount("asking.leaseMs", asking.leaseMs, 1);
  if (responder !== undefined && (typeof responder !== "function" || !Array.isArray(responder.modes)))
    refuse("responder", responder, "a function with the modes it can show; see defineResponder");
  if (pages !== undefined && !has(pages, ["href", "respond", "release", "openFile", "fetch"]))
    refuse("pages", pages, "the pages of beckon/web, or your own");
  if (vault !== undefined && !has(vault, ["get", "set", "forget", "names"]))
    refuse("vault", vault, "a vault of beckon/secrets, or your own");
}

function checkHttpOptions({
  maxBodyBytes,
  streamAfterMs,
  keepAliveMs,
  sessionIdleMs,
  ...lists
}: HttpOptions): void {
  checkCount("http.maxBodyBytes", maxBodyBytes, 1);
  checkCount("http.streamAfterMs", streamAfterMs, 0);
  checkCount("http.keepAliveMs", keepAliveMs, 1);
  checkCount("http.sessionIdleMs", sessionIdleMs, 1);
  for (const name of ["allowedHosts", "allowedOrigins"] as const) {
    const given = lists[name];
    if (given !== undefined && given !== "any" && !Array.isArray(given))
      refuse(`http.${name}`, given, 'a list of texts, or "any"');
  }
}

const has = (given: unknown, methods: readonly string[]): boolean =>
  isObject(given) && methods.every((name) => typeof given[name] === "function");

function checkText(name: string, given: unknown): void {
  if (typeof given !== "string" || given === "") refuse(name, given, "a text that is not empty");
}

function checkCount(name: string, given: number | undefined, least: number): void {
  if (given === undefined || (Number.isSafeInteger(given) && given >= least)) return;
  refuse(name, given, `a whole number of at least ${least}`);
}

function refuse(name: string, given: unknown, wanted: string): never {
  throw new BeckonError("invalid-option", `${name} is ${String(given)}. Give it ${wanted}.`);
}
