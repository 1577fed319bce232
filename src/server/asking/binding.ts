// Whose a run is and what it is about: a state opens for exactly this, and nothing else.

import { hash } from "node:crypto";
import { canonicalJson } from "../../seal/digest.js";
import type { Call } from "../dispatch/call.js";
import { targetOf } from "../dispatch/target.js";

/** A digest of server, principal, method, target and arguments. */
export function bindingOf(serverName: string, call: Call): string {
  const { arguments: given = {} } = call.params;
  const parts = [serverName, call.access.principal?.id ?? null, call.method, targetOf(call) ?? null];
  return hash("sha256", `${JSON.stringify(parts)}\n${canonicalJson(given)}`, "base64url");
}
