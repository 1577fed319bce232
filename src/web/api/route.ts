// What a route is: where it is, who may use it, what it takes, what it does.

import type { MaybePromise } from "../../core/maybe-promise.js";
import type { JsonSchema } from "../../core/problem.js";
import type { ApiErrorCode } from "./api-error.js";
import type { ApiParts } from "./api-parts.js";
import type { Caller, Scope } from "./caller.js";
import type { Shape } from "./shape/shape.js";
import type { Members, ReadMembers } from "./shape/shapes.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A request on its way through a route. */
export interface Visit<Query = unknown, Body = unknown> {
  readonly parts: ApiParts;
  readonly caller: Caller;
  readonly request: Request;
  /** The variable parts of the path, such as `id`. */
  readonly path: { readonly [name: string]: string };
  readonly query: Query;
  readonly body: Body;
}

/** What a route responds with when all goes well. */
export interface RouteResponse {
  readonly description: string;
  /** Absent when it has no body. */
  readonly schema?: JsonSchema;
  /** @default "application/json" */
  readonly type?: string;
  /** Other kinds that it may be of, by what is asked for. */
  readonly alsoAs?: readonly string[];
}

export interface Route {
  readonly method: Method;
  /** Under `/api/v1`; variable parts in braces. */
  readonly path: string;
  readonly summary: string;
  /** One of these is enough; none means anybody who is known. */
  readonly scopes: readonly Scope[];
  readonly query: Members;
  /** A query parameter that may come several times. */
  readonly lists: readonly string[];
  readonly body: Shape<unknown> | undefined;
  /** Takes the body itself, as it comes: it is not JSON. */
  readonly takesRaw: boolean;
  readonly responses: { readonly [status: number]: RouteResponse };
  /** How it refuses, besides what every route may say. */
  readonly refuses: readonly ApiErrorCode[];
  run(visit: Visit): MaybePromise<Response>;
}

interface RouteGiven<M extends Members, Body>
  extends Pick<Route, "method" | "path" | "summary" | "scopes" | "responses"> {
  readonly query?: M;
  readonly lists?: readonly (keyof M & string)[];
  readonly body?: Shape<Body>;
  readonly takesRaw?: boolean;
  readonly refuses?: readonly ApiErrorCode[];
  readonly run: (visit: Visit<ReadMembers<M>, Body>) => MaybePromise<Response>;
}

/** Declares a route, with its query and body as their shapes read them. */
export function defineRoute<const M extends Members, Body = undefined>(given: RouteGiven<M, Body>): Route {
  const { query, body, lists = [], takesRaw = false, refuses = [], run } = given;
  return {
    ...given,
    query: query ?? {},
    lists,
    body,
    takesRaw,
    refuses,
    // Query and body were read by these very shapes.
    run: (visit) => run(visit as Visit<ReadMembers<M>, Body>),
  };
}
