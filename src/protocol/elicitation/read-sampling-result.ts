// Asks a client's model for a message, and reads what the client answers to `sampling/createMessage`.

import { isObject, type JsonObject } from "../../core/json.js";

/** One part of what is said: text, an image, audio, and where the revision has them the use of tools. */
export type SamplingContent = { readonly type: string } & JsonObject;

/** What was said before. */
export interface SamplingMessage {
  readonly role: "user" | "assistant";
  readonly content: SamplingContent | readonly SamplingContent[];
}

/** What a client's model is to write, as MCP writes it. */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: JsonObject;
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly tools?: readonly JsonObject[];
  readonly toolChoice?: JsonObject;
  readonly metadata?: JsonObject;
}

/** What the model wrote. */
export interface SamplingResult extends SamplingMessage {
  readonly model: string;
  readonly stopReason?: string;
}

/** The result, or `undefined` for what is none. */
export function readSamplingResult(value: unknown): SamplingResult | undefined {
  return isSamplingResult(value) ? value : undefined;
}

const isSamplingResult = (value: unknown): value is SamplingResult & JsonObject =>
  isObject(value) &&
  (value.role === "user" || value.role === "assistant") &&
  typeof value.model === "string" &&
  (Array.isArray(value.content) ? value.content.every(isContent) : isContent(value.content));

const isContent = (value: unknown): boolean => isObject(value) && typeof value.type === "string";
