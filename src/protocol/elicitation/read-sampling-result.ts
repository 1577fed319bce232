// What a client's model can be asked, and what the client answers to `sampling/createMessage`.

import { isObject, type JsonObject } from "../../core/json.js";
import {
  type AudioContent,
  type ContentBlock,
  type ImageContent,
  isContentBlock,
  type TextContent,
} from "../content.js";

/** A model's wish to call a tool. From 2025-11-25 on. */
export interface ToolUseContent {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly _meta?: JsonObject;
}

/** What the tool gave. From 2025-11-25 on. */
export interface ToolResultContent {
  readonly type: "tool_result";
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** One piece of a message to or from a model. */
export type SamplingContent = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/** A message to or from a model. Revisions before 2025-11-25 get several blocks as several messages. */
export interface SamplingMessage {
  readonly role: "user" | "assistant";
  readonly content: SamplingContent | readonly SamplingContent[];
}

/** A tool that the model may call; the server runs it and asks again. */
export interface SamplingTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
}

/** What to ask a client's model. A type rather than an interface, so that it counts as a JSON object. */
export type SamplingRequest = {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: {
    readonly hints?: readonly { readonly name?: string }[];
    /** Each from 0 (does not matter) to 1 (matters most). */
    readonly costPriority?: number;
    readonly speedPriority?: number;
    readonly intelligencePriority?: number;
  };
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly metadata?: JsonObject;
  /** From 2025-11-25 on, for clients that declare `sampling.tools`. */
  readonly tools?: readonly SamplingTool[];
  readonly toolChoice?: { readonly mode?: "auto" | "required" | "none" };
};

/** What the model said. */
export interface SamplingResult {
  readonly role: "user" | "assistant";
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly model: string;
  /** Such as `endTurn`, `stopSequence`, `maxTokens` or `toolUse`. */
  readonly stopReason?: string;
}

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
