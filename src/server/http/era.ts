// Which era a POST belongs to, decided from its headers and its message alone. `docs/reference/eras.md` has the table.

import { isObject } from "../../core/json.js";
import type { RpcMessage } from "../../protocol/json-rpc.js";
import { META_PROTOCOL_VERSION } from "../../protocol/meta-keys.js";
import { revisionOf } from "../../protocol/revisions.js";
import { invalidRequest, type RpcError, unsupportedProtocolVersion } from "../../protocol/rpc-error.js";
import type { HeaderTable } from "../call/call.js";

/** Where a message goes; `refused` is HTTP 400 with that error. */
export type Route = "modern" | "legacy-initialize" | "legacy-session" | { readonly refused: RpcError };

/** Sorts one message. */
export function routePost(headers: HeaderTable, message: RpcMessage): Route {
  const version = single(headers["mcp-protocol-version"]);
  const known = revisionOf(version);
  const hasSession = headers["mcp-session-id"] !== undefined;
  if (hasModernMeta(message) || known?.era === "modern") {
    return message.kind === "response"
      ? { refused: invalidRequest("a client of this revision sends no responses") }
      : "modern";
  }
  if (version !== undefined && known === undefined) return { refused: unsupportedProtocolVersion(version) };
  if (hasSession) return "legacy-session";
  if (message.kind === "request" && message.method === "initialize") return "legacy-initialize";
  return {
    refused: invalidRequest(`send ${META_PROTOCOL_VERSION} in _meta, or initialize and send Mcp-Session-Id`),
  };
}

export function hasModernMeta(message: RpcMessage): boolean {
  if (message.kind !== "request" && message.kind !== "notification") return false;
  const meta = message.params._meta;
  return isObject(meta) && meta[META_PROTOCOL_VERSION] !== undefined;
}

/** A header that stands once; several of them count as none that we know. */
export const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(", ") : value;
