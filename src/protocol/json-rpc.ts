// JSON-RPC messages: what arrives is sorted here, what leaves is written here.

import { isObject, type JsonObject } from "../core/json.js";
import type { RpcError } from "./rpc-error.js";

export type RequestId = string | number;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

export interface RpcNotification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: JsonObject;
}

export interface RpcResponse {
  readonly kind: "response";
  readonly id: RequestId;
  /** Exactly one of the two is there. */
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | undefined;
}

/** Something that is no JSON-RPC message, with as much of an id as could be read. */
export interface RpcInvalid {
  readonly kind: "invalid";
  readonly id: RequestId | undefined;
  readonly reason: string;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse | RpcInvalid;

const NO_PARAMS: JsonObject = Object.freeze({});

/** Sorts one parsed value into the four kinds. */
export function readMessage(value: unknown): RpcMessage {
  if (!isObject(value)) return invalid(undefined, "a message is a JSON object");
  const { id, method, params } = value;
  const readId = isRequestId(id) ? id : undefined;
  if (value.jsonrpc !== "2.0") return invalid(readId, 'jsonrpc must be "2.0"');
  if (typeof method !== "string") return readResponse(value, readId, method);
  if (params !== undefined && !isObject(params)) return invalid(readId, "params must be an object");
  if (id === undefined) return { kind: "notification", method, params: params ?? NO_PARAMS };
  if (readId === undefined) return invalid(undefined, "id must be a string or an integer");
  return { kind: "request", id: readId, method, params: params ?? NO_PARAMS };
}

function readResponse(value: JsonObject, id: RequestId | undefined, method: unknown): RpcMessage {
  if (method !== undefined) return invalid(id, "method must be a string");
  const { result, error } = value;
  if ((result === undefined) === (error === undefined))
    return invalid(id, "neither a method, nor a result or an error");
  if (id === undefined) return invalid(undefined, "a response needs the id of its request");
  if (error === undefined)
    return isObject(result)
      ? { kind: "response", id, result, error }
      : invalid(id, "result must be an object");
  if (!isObject(error) || typeof error.code !== "number" || typeof error.message !== "string") {
    return invalid(id, "error must have a code and a message");
  }
  return { kind: "response", id, result: undefined, error: { code: error.code, message: error.message } };
}

const invalid = (id: RequestId | undefined, reason: string): RpcInvalid => ({ kind: "invalid", id, reason });

/** Ids are sent back with every message that belongs to them, so they are kept short. */
const MOST_ID = 1024;

export const isRequestId = (value: unknown): value is RequestId =>
  typeof value === "string" ? value.length <= MOST_ID : Number.isSafeInteger(value);

/** A response with a result that is JSON text already. */
export const resultMessage = (id: RequestId, resultJson: string): string =>
  `{"jsonrpc":"2.0","id":${idJson(id)},"result":${resultJson}}`;

/** A response with an error; the id is left out when none could be read. */
export function errorMessage(id: RequestId | undefined, error: RpcError): string {
  const { code, message, data } = error;
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  });
}

/** A request whose parameters are JSON text already. */
export const requestMessage = (id: RequestId, method: string, paramsJson: string): string =>
  `{"jsonrpc":"2.0","id":${idJson(id)},"method":${JSON.stringify(method)},"params":${paramsJson}}`;

export const notificationMessage = (method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: "2.0", method, params });

const idJson = (id: RequestId): string => (typeof id === "number" ? String(id) : JSON.stringify(id));
