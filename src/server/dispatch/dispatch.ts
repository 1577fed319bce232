// Dispatch: from a request to the text of its response, by way of the method tables.

import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { errorMessage, resultMessage } from "../../protocol/json-rpc.js";
import { methodNotFound, type RpcError } from "../../protocol/rpc-error.js";
import { allowed } from "../access/access.js";
import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";
import { callTool } from "./call-tool.js";
import { complete } from "./complete.js";
import { capabilitiesOf, discover, hasResources, serverInfo } from "./describe.js";
import { targetOf, toRpcError } from "./failure.js";
import { getPrompt } from "./get-prompt.js";
import { listen } from "./listen.js";
import { listPrompts, listResources, listTemplates, listTools } from "./lists.js";
import { type Outcome, readOutcome, writeOutcome } from "./outcome.js";
import { readResource } from "./read-resource.js";
import { LookupScope } from "./scope.js";
import { ping, setLogLevel, subscribe, unsubscribe } from "./session-methods.js";
import { observed } from "./telemetry.js";

/** Serves one method. */
type Method = (parts: ServerParts, call: Call) => MaybePromise<Outcome>;

/** Whether the server has, for this call, what a method is about. */
type Guard = (parts: ServerParts, call: Call) => boolean;

interface Row {
  readonly serve: Method;
  readonly offered?: Guard;
}

const hasTools: Guard = ({ tools }, { access }) =>
  access.tools === undefined ? tools.all().length > 0 : allowed(access, "tools", tools.all()).length > 0;
const hasPrompts: Guard = ({ prompts }, { access }) => allowed(access, "prompts", prompts.all()).length > 0;
const offersResources: Guard = (parts, { access }) => hasResources(parts, access);
const completes: Guard = (parts, { access }) => capabilitiesOf(parts, access).completions !== undefined;

const both: readonly (readonly [string, Row])[] = [
  ["tools/call", { serve: callTool, offered: hasTools }],
  ["tools/list", { serve: listTools, offered: hasTools }],
  ["prompts/get", { serve: getPrompt, offered: hasPrompts }],
  ["prompts/list", { serve: listPrompts, offered: hasPrompts }],
  ["resources/read", { serve: readResource, offered: offersResources }],
  ["resources/list", { serve: listResources, offered: offersResources }],
  ["resources/templates/list", { serve: listTemplates, offered: offersResources }],
  ["completion/complete", { serve: complete, offered: completes }],
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
  ["resources/subscribe", { serve: subscribe, offered: offersResources }],
  ["resources/unsubscribe", { serve: unsubscribe, offered: offersResources }],
]);

/** The text of a response, and the error in it if it is one. */
export interface Response {
  readonly text: string;
  readonly error: RpcError | undefined;
}

/** Serves a request. Never throws; a promise comes back only when there is something to wait for. */
export function dispatch(parts: ServerParts, call: Call): MaybePromise<Response> {
  const row = (call.revision.era === "modern" ? modernMethods : legacyMethods).get(call.method);
  return respond(parts, call, () => {
    if (row === undefined || row.offered?.(parts, call) === false) throw methodNotFound(call.method);
    return parts.middleware.length === 0 ? row.serve(parts, call) : throughMiddleware(parts, call, row.serve);
  });
}

/** Runs what makes an outcome and turns it, or its failure, into a response. */
export function respond(
  parts: ServerParts,
  call: Call,
  make: () => MaybePromise<Outcome>,
): MaybePromise<Response> {
  const succeed = (outcome: Outcome): Response => {
    const json = writeOutcome(outcome, call.revision, infoJson(parts, call));
    return { text: resultMessage(call.id, json), error: undefined };
  };
  const fail = (thrown: unknown): Response => {
    const error = toRpcError(parts, call, thrown);
    return { text: errorMessage(call.id, error), error };
  };
  try {
    const outcome = observed(call, make);
    return isPromise(outcome) ? outcome.then(succeed).catch(fail) : succeed(outcome);
  } catch (thrown) {
    return fail(thrown);
  }
}

function infoJson(parts: ServerParts, call: Call): string {
  if (call.revision.era === "legacy") return "";
  return typeof parts.info === "function" ? JSON.stringify(serverInfo(parts, call)) : parts.infoJson;
}

async function throughMiddleware(parts: ServerParts, call: Call, serve: Method): Promise<Outcome> {
  const seen = {
    method: call.method,
    name: targetOf(call),
    params: call.params,
    ctx: new LookupScope(parts, call),
  };
  const next = async (index: number): Promise<object> => {
    const middleware = parts.middleware[index];
    if (middleware === undefined) return readOutcome(await andThen(serve(parts, call), (outcome) => outcome));
    return middleware(seen, () => next(index + 1));
  };
  return next(0);
}
