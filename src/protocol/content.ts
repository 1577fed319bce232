// Content blocks: what tools and prompts hand to the model, and helpers to write them.

import { isObject, type JsonObject } from "../core/json.js";
import type { Icon } from "./capabilities.js";

/** Hints on whom content is for and how much it matters. */
export interface Annotations {
  /** Whom the content is for; absent for both. */
  readonly audience?: readonly ("user" | "assistant")[];
  /** From 0 (optional) to 1 (required). */
  readonly priority?: number;
  /** An ISO 8601 instant. */
  readonly lastModified?: string;
}

/** What every block may carry besides its content. */
interface Block {
  readonly annotations?: Annotations;
  /** For programs; keys of your own need a prefix such as `example.com/`. */
  readonly _meta?: JsonObject;
}

/** Text for the model. */
export interface TextContent extends Block {
  readonly type: "text";
  readonly text: string;
}

/** A picture for the model. */
export interface ImageContent extends Block {
  readonly type: "image";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** Sound for the model. Clients of 2024-11-05 get it as an embedded blob. */
export interface AudioContent extends Block {
  readonly type: "audio";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** The contents of a resource: either `text`, or bytes as base64 in `blob`. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: JsonObject;
}

/** A resource together with its contents, so that nobody has to read it. */
export interface EmbeddedResource extends Block {
  readonly type: "resource";
  readonly resource: ResourceContents;
}

/** A resource to read if it is wanted. Clients before 2025-06-18 get title and uri as text. */
export interface ResourceLink extends Block {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
}

/** One piece of content; `type` tells which. */
export type ContentBlock = TextContent | ImageContent | AudioContent | EmbeddedResource | ResourceLink;

/** What a tool gives back, in full. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** The result as JSON. Clients before 2025-06-18 do not get it and read `content` alone. */
  readonly structuredContent?: unknown;
  /** True when the tool failed in a way that the model should hear of. */
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** Bytes, or base64 text that is taken as it is. */
export type Bytes = Uint8Array | string;

/** A text block. */
export const text = (value: string, extra?: Block): TextContent => ({ type: "text", text: value, ...extra });

/** An image block. Text in place of bytes counts as base64 and is taken as it is. */
export const image = (data: Bytes, mimeType: string, extra?: Block): ImageContent => ({
  type: "image",
  data: toBase64(data),
  mimeType,
  ...extra,
});

/** A block of sound. Text in place of bytes counts as base64 and is taken as it is. */
export const audio = (data: Bytes, mimeType: string, extra?: Block): AudioContent => ({
  type: "audio",
  data: toBase64(data),
  mimeType,
  ...extra,
});

/** A resource with its contents. Unlike that of `image`, its `blob` must be base64 already. */
export const embeddedResource = (resource: ResourceContents, extra?: Block): EmbeddedResource => ({
  type: "resource",
  resource,
  ...extra,
});

/** A link to any resource; `ctx.resourceLink` makes one to a resource of this server by its name. */
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
