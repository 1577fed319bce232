// `resources/read`, and `ctx.readResource`: find by uri, run, and turn what comes back into contents.

import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { type ResourceContents, toBase64 } from "../../protocol/content.js";
import { invalidParams, resourceNotFound } from "../../protocol/rpc-error.js";
import { contentsTo } from "../../protocol/to-revision.js";
import type { Call } from "../call/call.js";
import type { Outcome } from "../call/outcome.js";
import type { ResourceEntry } from "../catalog/resources.js";
import type { CallContext } from "../context.js";
import type { ServerParts } from "../parts.js";
import { CallScope } from "./call-scope.js";
import { runHandler } from "./run-handler.js";

export async function readResource(parts: ServerParts, call: Call): Promise<Outcome> {
  const { uri } = call.params;
  if (typeof uri !== "string") throw invalidParams("resources/read needs a uri");
  const { contents, entry } = await readContents(parts, call, uri);
  if (call.revision.era === "legacy")
    return { contents: contents.map((item) => contentsTo(item, call.revision)) };
  // A principal's own view, or what a person answered, must not be shared, whatever the definition says.
  const isOwn = call.access.resources !== undefined || call.execution?.run.hasAsked;
  const cacheScope = isOwn ? "private" : entry.cache.scope;
  return { contents, ttlMs: entry.cache.ttlMs, cacheScope };
}

/** Reads a uri under the permissions of a call; what may not be seen is not found. */
export async function readContents(
  parts: ServerParts,
  call: Call,
  uri: string,
): Promise<{ contents: readonly ResourceContents[]; entry: ResourceEntry }> {
  const found = parts.resourceIndex.find(uri, call.access);
  if (!found) throw resourceNotFound(uri, call.revision);
  const { entry, values } = found;
  const returned = await runHandler(parts, call, () =>
    entry.handler(values, new ResourceScope(parts, call, uri)),
  );
  if (returned === undefined || returned === null) throw resourceNotFound(uri, call.revision);
  const items: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
  return { contents: items.map((item) => toContents(entry, uri, item)), entry };
}

class ResourceScope extends CallScope implements CallContext {
  readonly uri: string;

  constructor(parts: ServerParts, call: Call, uri: string) {
    super(parts, call);
    this.uri = uri;
  }
}

function toContents(entry: ResourceEntry, uri: string, item: unknown): ResourceContents {
  const said = entry.mimeType === undefined ? { uri } : { uri, mimeType: entry.mimeType };
  if (typeof item === "string") return { ...said, text: item };
  if (item instanceof Uint8Array) return { ...said, blob: toBase64(item) };
  if (isObject(item) && typeof item.text === "string") return { ...said, ...item };
  if (isObject(item) && (item.blob instanceof Uint8Array || typeof item.blob === "string")) {
    return { ...said, ...item, blob: toBase64(item.blob) };
  }
  throw new BeckonError(
    "invalid-result",
    `The resource ${entry.name} returned neither text, bytes nor contents.`,
  );
}
