// Whether a call may have what it is about.

import { mayUse } from "../access/access.js";
import type { Call } from "../call/call.js";
import { targetOf } from "../call/target.js";
import type { ServerParts } from "../parts.js";

/** True when the server has it and the access allows it. */
export function mayUseTarget({ tools, prompts, resourceIndex }: ServerParts, call: Call): boolean {
  const target = targetOf(call) ?? "";
  switch (call.method) {
    case "tools/call":
      return tools.get(target) !== undefined && mayUse(call.access, "tools", target);
    case "prompts/get":
      return prompts.get(target) !== undefined && mayUse(call.access, "prompts", target);
    default:
      return resourceIndex.find(target, call.access) !== undefined;
  }
}
