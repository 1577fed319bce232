// Says things in the words a revision knows: what an older one cannot carry is left out or said another way.

import { isObject } from "../core/json.js";
import type { Annotations, ContentBlock, ResourceContents, ToolResult } from "./content.js";
import type { Revision } from "./revisions.js";

/** Drops the members of a definition (tool, prompt, resource, implementation) that the revision does not know. */
export function toRevision<T extends object>(definition: T, revision: Revision): Partial<T> {
  if (revision.anyOutput) return definition;
  const { structured, icons, toolAnnotations } = revision;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(definition)) {
    if (value === undefined) continue;
    if (!structured && (key === "title" || key === "_meta" || key === "outputSchema")) continue;
    if (!icons && (key === "icons" || key === "websiteUrl")) continue;
    // An implementation is what has a version; everything else had a description all along.
    if (!icons && key === "description" && "version" in definition) continue;
    if (!toolAnnotations && key === "annotations" && "inputSchema" in definition) continue;
    if (key === "outputSchema" && (!isObject(value) || value.type !== "object")) continue;
    if (key === "arguments" && Array.isArray(value))
      out[key] = value.map((item) => toRevision(item, revision));
    else if (key === "annotations") out[key] = annotationsTo(value, revision);
    else out[key] = value;
  }
  // Only members were left out.
  return out as Partial<T>;
}

/** A tool's result for a revision: structured content only where it is known, content blocks as below. */
export function toolResultTo(result: ToolResult, revision: Revision): ToolResult {
  if (revision.anyOutput) return result;
  if (revision.icons && (result.structuredContent === undefined || isObject(result.structuredContent)))
    return result;
  const { structuredContent, ...rest } = result;
  const content = contentTo(result.content, revision);
  const keep = revision.structured && isObject(structuredContent);
  return keep ? { ...rest, content, structuredContent } : { ...rest, content };
}

/** Content blocks for a revision: older ones get audio as an embedded blob and links as text. */
export function contentTo(content: readonly ContentBlock[], revision: Revision): readonly ContentBlock[] {
  if (revision.icons) return content;
  return content.map((block) => blockTo(block, revision));
}

function blockTo(block: ContentBlock, revision: Revision): ContentBlock {
  if (block.type === "audio" && !revision.audio) {
    const resource = { uri: "data:,", mimeType: block.mimeType, blob: block.data };
    return { type: "resource", resource };
  }
  if (block.type === "resource_link") {
    if (!revision.structured) return { type: "text", text: `${block.title ?? block.name}: ${block.uri}` };
    const { icons: _, ...known } = block;
    return known;
  }
  if (revision.structured) return block;
  const { _meta: _, annotations, ...known } = block;
  return {
    ...known,
    ...(annotations && { annotations: annotationsTo(annotations, revision) }),
    ...("resource" in known && { resource: contentsTo(known.resource, revision) }),
  };
}

/** Annotations of content and resources; a tool's have no member that came later. */
function annotationsTo(annotations: Annotations, revision: Revision): Annotations {
  if (revision.structured) return annotations;
  const { lastModified: _, ...known } = annotations;
  return known;
}

/** The contents of a resource, as they are read or embedded. */
export function contentsTo(contents: ResourceContents, revision: Revision): ResourceContents {
  if (revision.structured) return contents;
  const { _meta: _, ...known } = contents;
  return known;
}
