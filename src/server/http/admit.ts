// Lets a request in: asks `connect`, sends refusals, and hands on what is allowed.

import { andThen, isPromise, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import { internalError } from "../../protocol/rpc-error.js";
import { type Access, OPEN_ACCESS } from "../access/access.js";
import { askConnect, isRefusal, type Refusal } from "../access/connect.js";
import type { Client } from "../call/client.js";
import { newErrorId } from "../call/error-id.js";
import type { TransportParts } from "../transport-parts.js";
import { single } from "./era.js";
import type { HttpReply, HttpRequest } from "./exchange.js";
import { type ExtraHeaders, sendError, sendRefusal } from "./send.js";

/** One request on its way in. */
export interface Arrival {
  readonly http: TransportParts;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly extra: ExtraHeaders;
}

/** Calls `enter` with what `connect` allows, now or later; otherwise responds itself. */
export function admit(
  arrival: Arrival,
  id: RequestId | undefined,
  client: Client | undefined,
  enter: (access: Access) => void,
): void {
  const { http, request } = arrival;
  const { connect } = http.server;
  if (connect === undefined) return enter(OPEN_ACCESS);
  const decide = (outcome: Access | Refusal): void => {
    if (!isRefusal(outcome)) return enter(outcome);
    sendRefusal(arrival.reply, id, outcome, http.options.protectedResource, arrival.extra);
  };
  const ask = (): MaybePromise<Access | Refusal> =>
    askConnect(connect, {
      headers: request.headers,
      query: new URLSearchParams(request.query),
      sessionId: single(request.headers["mcp-session-id"]),
      transport: "http",
      client,
    });
  const asked = recover<Access | Refusal | undefined>(ask, (error) => {
    fail(arrival, id, error);
    return undefined;
  });
  follow(arrival, id, asked, (outcome) => outcome && decide(outcome));
}

/** Goes on with a value, now or later. While it is waited for the server does not stop; trouble becomes the response. */
export function follow<T>(
  arrival: Arrival,
  id: RequestId | undefined,
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<void>,
): void {
  const done = andThen(value, next);
  if (isPromise(done)) void arrival.http.running.during(done.catch((error) => fail(arrival, id, error)));
}

/** Responds to a request that something unforeseen happened to. */
export function fail({ http, reply, extra }: Arrival, id: RequestId | undefined, error: unknown): void {
  const errorId = newErrorId();
  http.server.logger.error("A request failed.", { errorId, error });
  sendError(reply, 500, id, internalError(errorId), extra);
}
