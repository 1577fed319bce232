// What a server says of itself to one client: capabilities, name, instructions.

import type { Implementation, ServerCapabilities } from "../../protocol/capabilities.js";
import { MODERN_REVISIONS, type Revision } from "../../protocol/revisions.js";
import { toRevision } from "../../protocol/to-revision.js";
import type { Access } from "../access/access.js";
import type { Call } from "../call/call.js";
import type { Outcome } from "../call/outcome.js";
import { LookupScope } from "../call/scope.js";
import type { ServerParts } from "../parts.js";
import { hasCompleters, hasPrompts, hasResources, hasTools } from "./offers.js";

/** Follows what is defined and what this access allows. */
export function capabilitiesOf(parts: ServerParts, access: Access, revision: Revision): ServerCapabilities {
  return {
    logging: {},
    ...(hasTools(parts, access) && { tools: { listChanged: true } }),
    ...(hasPrompts(parts, access) && { prompts: { listChanged: true } }),
    ...(hasResources(parts, access) && { resources: { listChanged: true, subscribe: true } }),
    ...(revision.completions && hasCompleters(parts, access) && { completions: {} }),
  };
}

export function serverInfo(parts: ServerParts, call: Call): Implementation {
  return typeof parts.info === "function" ? parts.info(new LookupScope(parts, call)) : parts.info;
}

function instructions(parts: ServerParts, call: Call): string | undefined {
  return typeof parts.instructions === "function"
    ? parts.instructions(new LookupScope(parts, call))
    : parts.instructions;
}

/** `server/discover`. */
export function discover(parts: ServerParts, call: Call): Outcome {
  const isPrivate =
    parts.connect !== undefined ||
    typeof parts.instructions === "function" ||
    typeof parts.info === "function";
  return {
    supportedVersions: MODERN_REVISIONS,
    capabilities: capabilitiesOf(parts, call.access, call.revision),
    instructions: instructions(parts, call),
    ttlMs: parts.listTtlMs,
    cacheScope: isPrivate ? "private" : "public",
  };
}

/** The result of `initialize`, once a revision is agreed on. */
export function initializeResult(parts: ServerParts, call: Call): Outcome {
  return {
    protocolVersion: call.revision.version,
    capabilities: capabilitiesOf(parts, call.access, call.revision),
    serverInfo: toRevision(serverInfo(parts, call), call.revision),
    instructions: instructions(parts, call),
  };
}
