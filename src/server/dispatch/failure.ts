// What becomes of an exception: the client hears of an error id, the log has the rest under it.

import { randomBytes } from "node:crypto";
import { type ToolResult, toolError } from "../../protocol/content.js";
import { internalError, RpcError } from "../../protocol/rpc-error.js";
import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";

/** Throw it from a tool to tell the model what went wrong, in these words. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The error to answer with: wire errors as they are, everything else hidden behind an id. */
export function toRpcError(parts: ServerParts, call: Call, error: unknown): RpcError {
  return error instanceof RpcError ? error : internalError(report(parts, call, error));
}

/** The result of a tool that threw. Errors meant for the wire go on. */
export function toToolFailure(parts: ServerParts, call: Call, error: unknown): ToolResult {
  if (error instanceof RpcError) throw error;
  if (error instanceof ToolError) return toolError(error.message);
  return toolError(`The tool failed (error ${report(parts, call, error)}).`);
}

/** Logs an error under a new id and gives the id. */
function report({ logger }: ServerParts, call: Call, error: unknown): string {
  const errorId = randomBytes(6).toString("hex");
  const told = { errorId, method: call.method, name: loggedTargetOf(call) };
  // To fail is how a cancelled handler stops, and its error quotes the reason that the client gave.
  if (call.over) logger.debug("A handler was cancelled.", told);
  else logger.error("A handler failed.", { ...told, error });
  return errorId;
}

/** The tool, prompt or uri that a request is about. */
export function targetOf(call: Call): string | undefined {
  const { name, uri } = call.params;
  if (typeof name === "string") return name;
  return typeof uri === "string" ? uri : undefined;
}

/** The same for logs and telemetry: a uri without its query, which may be private. */
export const loggedTargetOf = (call: Call): string | undefined => targetOf(call)?.replace(/[?#].*$/s, "");
