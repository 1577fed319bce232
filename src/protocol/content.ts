// Content blocks: what tools and prompts hand to the model, and helpers to write them.

import { isObject, type JsonObject } from "../core/json.js";
import type { Icon } from "./capabilities.js";

/** Hints on whom content is for and how much it matters. */
export interface Annotations {
  readonly audience?: readonly ("user" | "assistant")[];
  /** From 0 (optional) to 1 (required). */
  readonly priority?: number;
  /** An ISO 8601 instant. */
  readonly lastModified?: string;
}

interface Block {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

export interface TextContent extends Block {
  readonly type: "text";
  readonly text: string;
}

export interface ImageContent extends Block {
  readonly type: "image";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export interface AudioContent extends Block {
  readonly type: "audio";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** The contents of a resource: text, or bytes in base64. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: JsonObject;
}

export interface EmbeddedResource extends Block {
  readonly type: "resource";
  readonly resource: ResourceContents;
}

export interface ResourceLink extends Block {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly icons?: readonly Icon[];
}

export type ContentBlock = TextContent | ImageContent | AudioContent | EmbeddedResource | ResourceLink;

/** What a tool gives back, in full. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** Bytes, or base64 text that is taken as it is. */
export type Bytes = Uint8Array | string;

export const text = (value: string, extra?: Block): TextContent => ({ type: "text", text: value, ...extra });

export const image = (data: Bytes, mimeType: string, extra?: Block): ImageContent => ({
  type: "image",
  data: toBase64(data),
  mimeType,
  ...extra,
});

export const audio = (data: Bytes, mimeType: string, extra?: Block): AudioContent => ({
  type: "audio",
  data: toBase64(data),
  mimeType,
  ...extra,
});

export const embeddedResource = (resource: ResourceContents, extra?: Block): EmbeddedResource => ({
  type: "resource",
  resource,
  ...extra,
});

export const resourceLink = (
  uri: string,
  name: string,
  extra?: Omit<ResourceLink, "type" | "uri" | "name">,
): ResourceLink => ({ type: "resource_link", uri, name, ...extra });

/** A result that tells the model what went wrong, so that it can try again. */
export const toolError = (message: string): ToolResult => ({ content: [text(message)], isError: true });

export function toBase64(data: Bytes): string {
  if (typeof data === "string") return data;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
}

/** Tells a content block, with everything that its type needs, from any other value. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isObject(value)) return false;
  switch (value.type) {
    case "text":
      return typeof value.text === "string";
    case "image":
    case "audio":
      return typeof value.data === "string" && typeof value.mimeType === "string";
    case "resource":
      return isObject(value.resource) && isContents(value.resource);
    case "resource_link":
      return typeof value.uri === "string" && typeof value.name === "string";
    default:
      return false;
  }
}

const isContents = ({ uri, text, blob }: JsonObject): boolean =>
  typeof uri === "string" && (typeof text === "string" || typeof blob === "string");
