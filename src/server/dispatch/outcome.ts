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
  if (revision.era === "legacy") return textOf(outcome);
  // Any result may carry `_meta`, and JSON writes whatever it is.
  const { _meta } = outcome as { readonly _meta?: JsonObject };
  const server = `"${META_SERVER_INFO}":${serverInfoJson}`;
  if (_meta === undefined) return frame(`{${server}}`, textOf(outcome));
  const { _meta: _, ...rest } = outcome as { readonly _meta?: JsonObject };
  const own = textOf({ ..._meta }).slice(1);
  return frame(own === "}" ? `{${server}}` : `{${server},${own}`, textOf(rest));
}

/** The text of an object; what only looks like one, because its `toJSON` gives something else, is none. */
function textOf(outcome: Outcome): string {
  if (outcome instanceof Prepared) return outcome.json;
  const text: string | undefined = JSON.stringify(outcome);
  if (text?.startsWith("{")) return text;
  throw new BeckonError("invalid-result", "A result must be an object in JSON.");
}

/** Puts the members every modern result has before those of an object's text. */
const frame = (meta: string, json: string): string =>
  `{"resultType":"complete","_meta":${meta}${json === "{}" ? "}" : `,${json.slice(1)}`}`;

/** The result as an object, for those who want to look at it. What is prepared is always the text of one. */
export const readOutcome = (outcome: Outcome): object =>
  outcome instanceof Prepared ? (JSON.parse(outcome.json) as object) : outcome;
