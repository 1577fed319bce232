// What a method gives back, and its way into JSON.

import { BeckonError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import { META_SERVER_INFO } from "../../protocol/meta-keys.js";
import type { Revision } from "../../protocol/revisions.js";
import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";

/** A result that is JSON text already: lists are written once and sent many times. */
export class Prepared {
  readonly json: string;
  /** True when it asks the client for more. */
  readonly asks: boolean;

  constructor(json: string, asks = false) {
    this.json = json;
    this.asks = asks;
  }
}

/** A result, as an object or as text. */
export type Outcome = object | Prepared;

/** Serves one method. */
export type Method = (parts: ServerParts, call: Call) => MaybePromise<Outcome>;

/** The result as text; the modern era adds its type and the server's name. */
export function writeOutcome(outcome: Outcome, revision: Revision, serverInfoJson: string): string {
  if (revision.era === "legacy") return outcomeText(outcome);
  // Any result may carry `_meta`, and JSON writes whatever it is.
  const { _meta } = outcome as { readonly _meta?: JsonObject };
  const type = asks(outcome) ? "input_required" : "complete";
  const server = `"${META_SERVER_INFO}":${serverInfoJson}`;
  if (_meta === undefined) return frame(type, `{${server}}`, outcomeText(outcome));
  const { _meta: _, ...rest } = outcome as { readonly _meta?: JsonObject };
  const own = textOf({ ..._meta }).slice(1);
  return frame(type, own === "}" ? `{${server}}` : `{${server},${own}`, outcomeText(rest));
}

/** True for a result that asks the client for more before it can be complete. */
export const asks = (outcome: Outcome): boolean =>
  outcome instanceof Prepared
    ? outcome.asks
    : "resultType" in outcome && outcome.resultType === "input_required";

/** The text of a result without its type, which is said for it. */
export function outcomeText(outcome: Outcome): string {
  if (outcome instanceof Prepared) return outcome.json;
  if (!("resultType" in outcome)) return textOf(outcome);
  const { resultType: _, ...rest } = outcome;
  return textOf(rest);
}

/** The text of an object; what only looks like one, because its `toJSON` gives something else, is none. */
function textOf(outcome: object): string {
  const text: string | undefined = JSON.stringify(outcome);
  if (text?.startsWith("{")) return text;
  throw new BeckonError("invalid-result", "A result must be an object in JSON.");
}

/** Puts the members every modern result has before those of an object's text. */
const frame = (type: string, meta: string, json: string): string =>
  `{"resultType":"${type}","_meta":${meta}${json === "{}" ? "}" : `,${json.slice(1)}`}`;

/** The result as an object, for those who want to look at it. What is prepared is always the text of one. */
export function readOutcome(outcome: Outcome): object {
  if (!(outcome instanceof Prepared)) return outcome;
  const result = JSON.parse(outcome.json) as object;
  return outcome.asks ? { resultType: "input_required", ...result } : result;
}
