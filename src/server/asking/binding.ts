// Whose a run is and what it is about: a state opens for exactly this, and nothing else.

import { hash } from "node:crypto";
import { canonicalJson } from "../../seal/digest.js";
import type { Call } from "../call/call.js";
import { targetOf } from "../call/target.js";

/** Longer ones are digested: the text is what a state is sealed with, and part of the names of records. */
const MOST_TEXT = 300;

/** Server, principal, method, target and arguments, as one text. */
export function bindingOf(serverName: string, call: Call): string {
  const { arguments: given = {} } = call.params;
  const parts = [serverName, call.access.principal?.id ?? null, call.method, targetOf(call) ?? null];
  const text = `${JSON.stringify(parts)}\n${canonicalJson(given)}`;
  return text.length > MOST_TEXT ? hash("sha256", text, "base64url") : text;
}
