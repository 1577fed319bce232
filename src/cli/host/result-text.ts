// What a tool gave, as text for a person.

import { isObject } from "../../core/json.js";
import { neutralText } from "../../core/neutral-text.js";
import { toJson } from "../../core/spelled-json.js";

/** The texts of a result; what is no text is named; structured content where there is nothing else. */
export function resultText(result: { readonly [key: string]: unknown }): string {
  const content = Array.isArray(result.content) ? result.content.filter(isObject) : [];
  const lines = content.map((block) => neutralText(blockText(block)));
  if (lines.length === 0 && result.structuredContent !== undefined) return toJson(result.structuredContent);
  return lines.join("\n");
}

function blockText(block: { readonly [key: string]: unknown }): string {
  switch (block.type) {
    case "text":
      return String(block.text);
    case "image":
    case "audio":
      return `[${block.type} ${String(block.mimeType)}, ${bytesOf(block.data)} bytes]`;
    case "resource_link":
      return `[resource ${String(block.uri)}]`;
    case "resource": {
      const resource = isObject(block.resource) ? block.resource : {};
      return typeof resource.text === "string"
        ? resource.text
        : `[resource ${String(resource.uri)}, ${bytesOf(resource.blob)} bytes]`;
    }
    default:
      return toJson(block);
  }
}

const bytesOf = (data: unknown): number =>
  typeof data === "string" ? Buffer.from(data, "base64").byteLength : 0;
