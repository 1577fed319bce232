// Who looks at a page.

import type { MaybePromise } from "../../core/maybe-promise.js";

/** Somebody who is signed in. */
export interface Visitor {
  /** The same as the `principal.id` that `connect` gives for this person. */
  readonly id: string;
  /** How the person is called on the page. @default the id */
  readonly name?: string;
}

/**
 * Tells who sent a request: your application's sign-in. `undefined` when nobody is signed in; a response, such as a
 * redirect to the sign-in, is sent as it is. The request has no body.
 */
export type Identify = (request: Request) => MaybePromise<Visitor | Response | undefined>;

/** A request without its body, so that whoever identifies cannot use it up. */
export const withoutBody = (request: Request): Request =>
  new Request(request.url, { method: request.method, headers: request.headers, signal: request.signal });
