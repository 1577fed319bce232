// Middleware: code of the application around every request.

import type { MaybePromise } from "../../core/maybe-promise.js";
import type { RequestContext } from "../context.js";

/** A request, as middleware sees it. */
export interface MiddlewareCall {
  readonly method: string;
  /** The tool, prompt or resource uri it is about, if any. */
  readonly name: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly ctx: RequestContext;
}

/**
 * Runs around a request. Call `next` once for the result; return it, or another result in its place.
 * Throw an `RpcError` to refuse.
 */
export type Middleware = (call: MiddlewareCall, next: () => Promise<object>) => MaybePromise<object>;
