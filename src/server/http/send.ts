// Whole responses: JSON, errors, refusals, and nothing.

import {
  HEADER_MISMATCH,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  MISSING_CLIENT_CAPABILITY,
  PARSE_ERROR,
  UNSUPPORTED_PROTOCOL_VERSION,
} from "../../protocol/error-codes.js";
import { errorMessage, type RequestId } from "../../protocol/json-rpc.js";
import { invalidRequest, type RpcError } from "../../protocol/rpc-error.js";
import { challengeOf } from "../access/challenge.js";
import type { Refusal } from "../access/connect.js";
import type { ProtectedResource } from "../access/protected-resource.js";
import type { HttpReply } from "./exchange.js";

/** Headers that a reply carries besides those of its kind: CORS, a session id. */
export type ExtraHeaders = Readonly<Record<string, string>>;

/** No further headers: one object, so that it can be told by identity. */
export const NO_HEADERS: ExtraHeaders = Object.freeze({});
const JSON_ONLY: ExtraHeaders = Object.freeze({ "content-type": "application/json" });

export function sendJson(
  reply: HttpReply,
  status: number,
  body: string,
  extra: ExtraHeaders = NO_HEADERS,
): void {
  reply.send(
    status,
    extra === NO_HEADERS ? JSON_ONLY : { "content-type": "application/json", ...extra },
    body,
  );
}

export function sendError(
  reply: HttpReply,
  status: number,
  id: RequestId | undefined,
  error: RpcError,
  extra?: ExtraHeaders,
): void {
  sendJson(reply, status, errorMessage(id, error), extra);
}

export const sendEmpty = (reply: HttpReply, status: number, extra: ExtraHeaders = NO_HEADERS): void =>
  reply.send(status, extra, "");

/** Tells a client that `connect` did not let in. */
export function sendRefusal(
  reply: HttpReply,
  id: RequestId | undefined,
  refusal: Refusal,
  described: ProtectedResource | undefined,
  extra: ExtraHeaders = NO_HEADERS,
): void {
  const challenge = challengeOf(refusal, described);
  const headers = challenge === undefined ? extra : { ...extra, "www-authenticate": challenge };
  if (refusal.decision === "forbidden") sendError(reply, 403, id, invalidRequest(refusal.message), headers);
  else sendError(reply, 401, id, invalidRequest("authorization is required"), headers);
}

const statuses: ReadonlyMap<number, number> = new Map([
  [PARSE_ERROR, 400],
  [INVALID_REQUEST, 400],
  [METHOD_NOT_FOUND, 404],
  [HEADER_MISMATCH, 400],
  [MISSING_CLIENT_CAPABILITY, 400],
  [UNSUPPORTED_PROTOCOL_VERSION, 400],
]);

/** The HTTP status that goes with an error in the modern era; what the method itself says is 200. */
export const modernStatus = (error: RpcError | undefined): number =>
  (error && statuses.get(error.code)) ?? 200;
