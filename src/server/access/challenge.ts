// `WWW-Authenticate`, from the options of a refusal.

import type { Refusal } from "./connect.js";

/** The challenge that goes with a refusal; a plain `forbidden` has none. */
export function challengeOf(refusal: Refusal): string | undefined {
  if (refusal.decision === "forbidden") {
    if (refusal.scope === undefined) return undefined;
    return challenge("Bearer", {
      error: "insufficient_scope",
      scope: refusal.scope,
      error_description: refusal.message,
    });
  }
  const { scheme = "Bearer", realm, resourceMetadata, scope, error, errorDescription } = refusal;
  return challenge(scheme, {
    realm,
    error,
    error_description: errorDescription,
    scope,
    resource_metadata: resourceMetadata,
  });
}

function challenge(scheme: string, params: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quote(value)}`],
  );
  return written.length === 0 ? scheme : `${scheme} ${written.join(", ")}`;
}

/** A quoted string of RFC 9110; what a header cannot carry becomes a question mark. */
const quote = (value: string): string => `"${value.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&")}"`;
