// An error that crosses the wire: what the client is told, nothing more.

import type { UrlParams } from "./elicitation/elicit-params.js";
import {
  HEADER_MISMATCH,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  MISSING_CLIENT_CAPABILITY,
  PARSE_ERROR,
  RESOURCE_NOT_FOUND,
  UNSUPPORTED_PROTOCOL_VERSION,
  URL_ELICITATION_REQUIRED,
} from "./error-codes.js";
import { MODERN_REVISIONS, type Revision } from "./revisions.js";

/** A JSON-RPC error to send. Throw it from a handler to respond with exactly this code, message and data. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const parseError = (reason: string): RpcError => new RpcError(PARSE_ERROR, `Parse error: ${reason}`);

export const invalidRequest = (reason: string): RpcError =>
  new RpcError(INVALID_REQUEST, `Invalid request: ${reason}`);

export const invalidParams = (reason: string, data?: unknown): RpcError =>
  new RpcError(INVALID_PARAMS, reason, data);

export const methodNotFound = (method: string): RpcError =>
  new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);

/** The client learns an id under which the log has the rest. */
export const internalError = (errorId: string): RpcError =>
  new RpcError(INTERNAL_ERROR, `Internal error (${errorId})`, { errorId });

export const headerMismatch = (reason: string): RpcError =>
  new RpcError(HEADER_MISMATCH, `Header mismatch: ${reason}`);

export const missingClientCapability = (required: object): RpcError =>
  new RpcError(MISSING_CLIENT_CAPABILITY, "The client lacks a capability that this request needs", {
    requiredCapabilities: required,
  });

export const unsupportedProtocolVersion = (requested: string): RpcError =>
  new RpcError(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", {
    supported: MODERN_REVISIONS,
    requested,
  });

/** The person has to go to these pages before the request is sent again. */
export const urlElicitationRequired = (elicitations: readonly UrlParams[]): RpcError =>
  new RpcError(URL_ELICITATION_REQUIRED, "This request needs a person to visit a page first", {
    elicitations,
  });

/** What is not there and what may not be seen look the same. */
export function resourceNotFound(uri: string, revision: Revision): RpcError {
  return revision.era === "modern"
    ? new RpcError(INVALID_PARAMS, "Resource not found", { uri })
    : new RpcError(RESOURCE_NOT_FOUND, "Resource not found", { uri });
}
