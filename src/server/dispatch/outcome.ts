// What a method gives back, and its way into JSON.

import type { JsonObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import { META_SERVER_INFO } from "../../protocol/meta-keys.js";
import type { Revision } from "../../protocol/revisions.js";
import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";

/** A result that is JSON text already: lists are written once and sent many times. */
export class Prepared {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** A result, as an object or as text. */
export type Outcome = object | Prepared;

/** Serves one method. */
export type Method = (parts: ServerParts, call: Call) => MaybePromise<Outcome>;

/** The result as text; the modern era adds its type and the server's name. */
export function writeOutcome(outcome: Outcome, revision: Revision, serverInfoJson: string): string {
  if (revision.era === "legacy") return outcome instanceof Prepared ? outcome.json : JSON.stringify(outcome);
  if (outcome instanceof Prepared)
    return frame(`"_meta":{"${META_SERVER_INFO}":${serverInfoJson}}`, outcome.json);
  const own = outcome as { readonly _meta?: JsonObject };
  if (own._meta === undefined)
    return frame(`"_meta":{"${META_SERVER_INFO}":${serverInfoJson}}`, JSON.stringify(outcome));
  const { _meta, ...rest } = own;
  const meta = JSON.stringify({ [META_SERVER_INFO]: JSON.parse(serverInfoJson), ..._meta });
  return frame(`"_meta":${meta}`, JSON.stringify(rest));
}

/** Puts the members every modern result has before those of an object's text. */
const frame = (meta: string, json: string): string =>
  json === "{}" ? `{"resultType":"complete",${meta}}` : `{"resultType":"complete",${meta},${json.slice(1)}`;

/** The result as an object, for those who want to look at it. */
export const readOutcome = (outcome: Outcome): object =>
  outcome instanceof Prepared ? (JSON.parse(outcome.json) as object) : outcome;
