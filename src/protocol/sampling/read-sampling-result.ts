// Reads what a client answers to `sampling/createMessage`.

import { isObject } from "../../core/json.js";
import { isContentBlock } from "../content.js";
import type { SamplingContent, SamplingResult } from "./sampling.js";

/** The result, or `undefined` for what is none. */
export function readSamplingResult(value: unknown): SamplingResult | undefined {
  if (!isObject(value)) return undefined;
  const { role, content, model, stopReason } = value;
  if (role !== "user" && role !== "assistant") return undefined;
  if (typeof model !== "string" || !isContent(content)) return undefined;
  if (stopReason === undefined || stopReason === null) return { role, content, model };
  return typeof stopReason === "string" ? { role, content, model, stopReason } : undefined;
}

const isContent = (value: unknown): value is SamplingResult["content"] =>
  Array.isArray(value) ? value.every(isBlock) : isBlock(value);

function isBlock(value: unknown): value is SamplingContent {
  if (!isObject(value)) return false;
  switch (value.type) {
    case "text":
    case "image":
    case "audio":
      return isContentBlock(value);
    case "tool_use":
      return typeof value.id === "string" && typeof value.name === "string" && isObject(value.input);
    case "tool_result":
      return (
        typeof value.toolUseId === "string" &&
        Array.isArray(value.content) &&
        value.content.every(isContentBlock)
      );
    default:
      return false;
  }
}
