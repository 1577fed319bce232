// The `_meta` that every modern request carries, and its check.

import { isObject, type JsonObject } from "../core/json.js";
import { isLogLevel, type LogLevel } from "./log-levels.js";
import {
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_LOG_LEVEL,
  META_PROTOCOL_VERSION,
} from "./meta-keys.js";
import { type Revision, revisionOf } from "./revisions.js";
import { invalidParams, unsupportedProtocolVersion } from "./rpc-error.js";

/** What a modern request says of its sender. */
export interface ModernMeta {
  readonly revision: Revision;
  readonly clientInfo: JsonObject | undefined;
  readonly clientCapabilities: JsonObject;
  readonly logLevel: LogLevel | undefined;
}

/** Reads and checks it; throws what the client is to be told. */
export function readModernMeta(params: JsonObject): ModernMeta {
  const meta = params._meta;
  if (!isObject(meta)) throw invalidParams("_meta is missing");
  const version = meta[META_PROTOCOL_VERSION];
  if (typeof version !== "string") throw invalidParams(`_meta lacks ${META_PROTOCOL_VERSION}`);
  const revision = revisionOf(version);
  if (revision?.era !== "modern") throw unsupportedProtocolVersion(version);
  const clientCapabilities = meta[META_CLIENT_CAPABILITIES];
  if (!isObject(clientCapabilities)) throw invalidParams(`_meta lacks ${META_CLIENT_CAPABILITIES}`);
  const clientInfo = meta[META_CLIENT_INFO];
  if (clientInfo !== undefined && !isImplementation(clientInfo)) {
    throw invalidParams(`${META_CLIENT_INFO} must have a name and a version`);
  }
  const logLevel = meta[META_LOG_LEVEL];
  if (logLevel !== undefined && !isLogLevel(logLevel))
    throw invalidParams(`${META_LOG_LEVEL} is no log level`);
  return { revision, clientInfo, clientCapabilities, logLevel };
}

const isImplementation = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value.name === "string" && typeof value.version === "string";
