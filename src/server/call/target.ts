// What a request is about.

import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";

/** The member of `params` that names what a method is about. */
const members: ReadonlyMap<string, "name" | "uri"> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["resources/subscribe", "uri"],
  ["resources/unsubscribe", "uri"],
]);

/** The tool, prompt or uri that a request names, as its client wrote it. */
export function targetOf(call: Call): string | undefined {
  const member = members.get(call.method);
  const target = member && call.params[member];
  return typeof target === "string" ? target : undefined;
}

/** The name under which the server has it: what clients make up stays out of logs and telemetry. */
export function definedTargetOf(
  { tools, prompts, resourceIndex }: ServerParts,
  call: Call,
): string | undefined {
  const target = targetOf(call);
  if (target === undefined) return undefined;
  if (call.method === "tools/call") return tools.get(target)?.name;
  if (call.method === "prompts/get") return prompts.get(target)?.name;
  return resourceIndex.find(target)?.entry.name;
}

/** A uri that the server has, without its query, which may be private. */
export function definedUriOf({ resourceIndex }: ServerParts, call: Call): string | undefined {
  const target = members.get(call.method) === "uri" ? targetOf(call) : undefined;
  return target !== undefined && resourceIndex.find(target) ? target.replace(/[?#].*$/s, "") : undefined;
}
