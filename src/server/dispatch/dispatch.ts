// Dispatch: from a request to the text of its response, by way of the method tables.

import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { Late, type Taker } from "../../core/late.js";
import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { errorMessage, resultMessage } from "../../protocol/json-rpc.js";
import { methodNotFound, type RpcError } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { asking } from "../asking/serve-run.js";
import type { Call } from "../call/call.js";
import { toRpcError } from "../call/failure.js";
import { type Method, type Outcome, readOutcome, writeOutcome } from "../call/outcome.js";
import { LookupScope } from "../call/scope.js";
import { targetOf } from "../call/target.js";
import type { ServerParts } from "../parts.js";
import { callTool } from "./call-tool.js";
import { complete } from "./complete.js";
import { discover, serverInfo } from "./describe.js";
import { getPrompt } from "./get-prompt.js";
import { listen } from "./listen.js";
import { listPrompts, listResources, listTemplates, listTools } from "./lists.js";
import { hasCompleters, hasPrompts, hasResources, hasTools } from "./offers.js";
import { readResource } from "./read-resource.js";
import { ping, setLogLevel, subscribe, unsubscribe } from "./session-methods.js";
import { observed } from "./telemetry.js";

interface Row {
  readonly serve: Method;
  /** Whether the server has, for this access, what the method is about. */
  readonly offered?: (parts: ServerParts, access: Access) => boolean;
}

const both: readonly (readonly [string, Row])[] = [
  ["tools/call", { serve: asking(callTool), offered: hasTools }],
  ["tools/list", { serve: listTools, offered: hasTools }],
  ["prompts/get", { serve: asking(getPrompt), offered: hasPrompts }],
  ["prompts/list", { serve: listPrompts, offered: hasPrompts }],
  ["resources/read", { serve: asking(readResource), offered: hasResources }],
  ["resources/list", { serve: listResources, offered: hasResources }],
  ["resources/templates/list", { serve: listTemplates, offered: hasResources }],
  ["completion/complete", { serve: complete, offered: hasCompleters }],
];

const modernMethods: ReadonlyMap<string, Row> = new Map([
  ...both,
  ["server/discover", { serve: discover }],
  ["subscriptions/listen", { serve: listen }],
]);

const legacyMethods: ReadonlyMap<string, Row> = new Map([
  ...both,
  ["ping", { serve: ping }],
  ["logging/setLevel", { serve: setLogLevel }],
  ["resources/subscribe", { serve: subscribe, offered: hasResources }],
  ["resources/unsubscribe", { serve: unsubscribe, offered: hasResources }],
]);

/** The text of a response, and the error in it if it is one. */
export interface ResponseText {
  readonly text: string;
  readonly error: RpcError | undefined;
}

/** Serves a request. Never throws; gives the response, or nothing when what becomes of it comes later, to `taker`. */
export function dispatch(
  parts: ServerParts,
  call: Call,
  taker: Taker<Outcome>,
  method: Method = serve,
): ResponseText | undefined {
  try {
    const outcome = observed(parts, call, method);
    if (!isPromise(outcome)) return succeed(parts, call, outcome);
    if (outcome instanceof Late) outcome.tell(taker);
    else
      outcome.then(
        (done) => taker.took(done),
        (error: unknown) => taker.failed(error),
      );
    return undefined;
  } catch (error) {
    return failureResponse(parts, call, error);
  }
}

function serve(parts: ServerParts, call: Call): MaybePromise<Outcome> {
  const row = (call.revision.era === "modern" ? modernMethods : legacyMethods).get(call.method);
  if (row === undefined || row.offered?.(parts, call.access) === false) throw methodNotFound(call.method);
  return parts.middleware.length === 0 ? row.serve(parts, call) : throughMiddleware(parts, call, row.serve);
}

/** Runs a method and turns its outcome, or its failure, into a response. */
export function respond(parts: ServerParts, call: Call, method: Method): MaybePromise<ResponseText> {
  try {
    const outcome = observed(parts, call, method);
    if (!isPromise(outcome)) return succeed(parts, call, outcome);
    return outcome.then(
      (done) => outcomeResponse(parts, call, done),
      (error) => failureResponse(parts, call, error),
    );
  } catch (error) {
    return failureResponse(parts, call, error);
  }
}

/** The response to a call that has its outcome. */
export function outcomeResponse(parts: ServerParts, call: Call, outcome: Outcome): ResponseText {
  try {
    return succeed(parts, call, outcome);
  } catch (error) {
    return failureResponse(parts, call, error);
  }
}

function succeed(parts: ServerParts, call: Call, outcome: Outcome): ResponseText {
  const json = writeOutcome(outcome, call.revision, infoJson(parts, call));
  return { text: resultMessage(call.id, json), error: undefined };
}

/** The response to a call that failed. */
export function failureResponse(parts: ServerParts, call: Call, thrown: unknown): ResponseText {
  try {
    return errorResponse(call, toRpcError(parts, call, thrown));
  } catch (error) {
    // An error's data is the application's, and may be no JSON.
    return errorResponse(call, toRpcError(parts, call, error));
  }
}

/** The response that tells a call's client of an error. */
export const errorResponse = (call: Call, error: RpcError): ResponseText => ({
  text: errorMessage(call.id, error),
  error,
});

function infoJson(parts: ServerParts, call: Call): string {
  if (call.revision.era === "legacy") return "";
  return typeof parts.info === "function" ? JSON.stringify(serverInfo(parts, call)) : parts.infoJson;
}

async function throughMiddleware(parts: ServerParts, call: Call, method: Method): Promise<Outcome> {
  const seen = {
    method: call.method,
    name: targetOf(call),
    params: call.params,
    ctx: new LookupScope(parts, call),
  };
  const next = async (index: number): Promise<object> => {
    const middleware = parts.middleware[index];
    if (middleware === undefined) return readOutcome(await method(parts, call));
    return middleware(seen, () => next(index + 1));
  };
  const outcome: unknown = await next(0);
  if (isObject(outcome)) return outcome;
  throw new BeckonError(
    "invalid-result",
    "Middleware returned no result. Return what next() gave, or another object.",
  );
}
