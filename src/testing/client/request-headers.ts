// The headers that clients send with a message over HTTP.

import { isObject, type JsonObject } from "../../core/json.js";
import { META_PROTOCOL_VERSION } from "../../protocol/meta-keys.js";
import { type Server, transportParts } from "../../server/server.js";

/** What a message says of itself in the headers; in the modern era that is what it is about, too. */
export function requestHeaders(server: Server, message: JsonObject): Record<string, string> {
  const params = isObject(message.params) ? message.params : {};
  const version = isObject(params._meta) ? params._meta[META_PROTOCOL_VERSION] : undefined;
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(typeof version === "string" && {
      "mcp-protocol-version": version,
      "mcp-method": String(message.method),
      ...nameHeader(params.name ?? params.uri),
      ...mirrored(server, params),
    }),
  };
}

const nameHeader = (name: unknown): Record<string, string> =>
  typeof name === "string" ? { "mcp-name": encode(name) } : {};

/** The arguments that the tool wants to see in headers. */
function mirrored(server: Server, { name, arguments: args }: JsonObject): Record<string, string> {
  const tool = typeof name === "string" ? server[transportParts].server.tools.get(name) : undefined;
  const found = (tool?.paramHeaders ?? []).flatMap(({ header, path }) => {
    const value = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), args);
    return value === undefined || value === null ? [] : [[header, encode(String(value))] as const];
  });
  return Object.fromEntries(found);
}

const encode = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?base64?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
