// The HTTP API as whoever serves it or speaks to it knows it.

import type { Caller } from "./caller.js";

/** The HTTP API. */
export interface Api {
  /** Serves a request from outside; `undefined` when it is to something else than `/api/v1`. */
  fetch(request: Request): Promise<Response | undefined>;
  /** Serves requests of this process on a caller's behalf, whom somebody else has made sure of. */
  as(caller: Caller): (request: Request) => Promise<Response>;
}
