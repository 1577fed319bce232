// What becomes of an exception: the client hears of an error id, the log has the rest under it.

import { type ToolResult, toolError } from "../../protocol/content.js";
import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { internalError, RpcError } from "../../protocol/rpc-error.js";
import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";
import { ElicitationRequired } from "./elicitation-required.js";
import { newErrorId } from "./error-id.js";
import { definedTargetOf } from "./target.js";

/** Throw it from a tool to tell the model what went wrong, in these words. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The error to respond with: what is meant for the client as it is, everything else hidden behind an id. */
export function toRpcError(parts: ServerParts, call: Call, error: unknown): RpcError {
  // Prompts and resources have no other way to say it.
  if (error instanceof ToolError) return new RpcError(INTERNAL_ERROR, error.message);
  return error instanceof RpcError ? error : internalError(report(parts, call, error));
}

/** The result of a tool that threw. Errors meant for the wire go on. */
export function toToolFailure(parts: ServerParts, call: Call, error: unknown): ToolResult {
  if (error instanceof RpcError || error instanceof ElicitationRequired) throw error;
  if (error instanceof ToolError) return toolError(error.message);
  return toolError(`The tool failed (error ${report(parts, call, error)}).`);
}

/** Logs an error under a new id and gives the id. */
function report(parts: ServerParts, call: Call, error: unknown): string {
  const { logger } = parts;
  const errorId = newErrorId();
  const told = { errorId, method: call.method, name: definedTargetOf(parts, call) };
  // To fail is how a cancelled handler stops, and its error quotes the reason that the client gave.
  if (call.over) logger.debug("A handler was cancelled.", told);
  else logger.error("A handler failed.", { ...told, error });
  return errorId;
}
