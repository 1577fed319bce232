// The headers that mirror a modern request's body, and their check.

import { isObject, type JsonObject } from "../../core/json.js";
import { decodeHeaderValue } from "../../protocol/header-value.js";
import type { RpcRequest } from "../../protocol/json-rpc.js";
import { META_PROTOCOL_VERSION } from "../../protocol/meta-keys.js";
import { headerMismatch, type RpcError } from "../../protocol/rpc-error.js";
import type { HeaderTable } from "../call/call.js";
import { single } from "./era.js";

/** The member of `params` that `Mcp-Name` mirrors, by method. */
const named: ReadonlyMap<string, "name" | "uri"> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** The version header first: until it agrees with the body, nothing else in either can be trusted. */
export function versionHeaderProblem(headers: HeaderTable, params: JsonObject): RpcError | undefined {
  const header = single(headers["mcp-protocol-version"]);
  const meta = params._meta;
  const body = isObject(meta) ? meta[META_PROTOCOL_VERSION] : undefined;
  if (header === undefined) return headerMismatch("MCP-Protocol-Version is missing");
  if (body !== undefined && header.trim() !== body)
    return headerMismatch("MCP-Protocol-Version differs from _meta");
  return undefined;
}

/** The first disagreement of `Mcp-Method` and `Mcp-Name` with the body. */
export function routingHeaderProblem(headers: HeaderTable, request: RpcRequest): RpcError | undefined {
  const method = single(headers["mcp-method"]);
  if (method === undefined) return headerMismatch("Mcp-Method is missing");
  if (method !== request.method && method.trim() !== request.method) {
    return headerMismatch("Mcp-Method differs from the method of the body");
  }
  const member = named.get(request.method);
  if (member === undefined) return undefined;
  const raw = single(headers["mcp-name"]);
  if (raw === undefined) return headerMismatch("Mcp-Name is missing");
  const target = request.params[member];
  if (raw === target && !raw.startsWith("=?")) return undefined;
  const name = decodeHeaderValue(raw);
  if (name === undefined) return headerMismatch("Mcp-Name has invalid characters");
  // A body without the member gets its own error later.
  return target === undefined || name === target
    ? undefined
    : headerMismatch(`Mcp-Name differs from ${member} of the body`);
}
