// Lets a request in: asks `connect`, answers refusals, and hands on what is allowed.

import { randomBytes } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { type ConnectEvent, channels } from "../../core/events.js";
import { isPromise } from "../../core/maybe-promise.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import { internalError } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { OPEN_ACCESS } from "../access/access.js";
import { askConnect, isRefusal, type Refusal } from "../access/connect.js";
import type { Client } from "../client.js";
import { single } from "./era.js";
import type { HttpReply, HttpRequest } from "./exchange.js";
import type { HttpParts } from "./http-parts.js";
import { type ExtraHeaders, sendError, sendRefusal } from "./send.js";

const connected = channel(channels.connect);

/** One request on its way in. */
export interface Arrival {
  readonly http: HttpParts;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly extra: ExtraHeaders;
}

/** Calls `enter` with what `connect` allows, now or later; otherwise answers the request itself. */
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
    if (!isRefusal(outcome)) {
      publish("allow", outcome.principal?.id);
      return enter(outcome);
    }
    publish(outcome.decision, undefined);
    sendRefusal(arrival.reply, id, outcome, arrival.extra);
  };
  try {
    const asked = askConnect(connect, {
      headers: request.headers,
      query: new URLSearchParams(request.query),
      sessionId: single(request.headers["mcp-session-id"]),
      transport: "http",
      client,
    });
    if (isPromise(asked)) asked.then(decide).catch((error) => failConnect(arrival, id, error));
    else decide(asked);
  } catch (error) {
    failConnect(arrival, id, error);
  }
}

function publish(decision: ConnectEvent["decision"], principalId: string | undefined): void {
  if (connected.hasSubscribers)
    connected.publish({ transport: "http", decision, principalId } satisfies ConnectEvent);
}

function failConnect(arrival: Arrival, id: RequestId | undefined, error: unknown): void {
  publish("failed", undefined);
  fail(arrival, id, error);
}

/** Answers a request that something unforeseen happened to. */
export function fail({ http, reply, extra }: Arrival, id: RequestId | undefined, error: unknown): void {
  const errorId = randomBytes(6).toString("hex");
  http.server.logger.error("A request failed.", { errorId, error });
  sendError(reply, 500, id, internalError(errorId), extra);
}
