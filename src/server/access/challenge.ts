// `WWW-Authenticate`, from the options of a refusal.

import type { Refusal } from "./connect.js";
import { metadataUrl, type ProtectedResource } from "./protected-resource.js";

/** The challenge that goes with a refusal; a plain `forbidden` has none. */
export function challengeOf(refusal: Refusal, described: ProtectedResource | undefined): string | undefined {
  const resource_metadata = refusal.resourceMetadata ?? (described && metadataUrl(described));
  if (refusal.decision === "forbidden") {
    if (refusal.scope === undefined) return undefined;
    return challenge("Bearer", {
      error: "insufficient_scope",
      error_description: plain(refusal.message),
      scope: refusal.scope,
      resource_metadata,
    });
  }
  const { scheme = "Bearer", realm, scope, error, errorDescription } = refusal;
  return challenge(scheme, {
    realm,
    error,
    error_description: errorDescription === undefined ? undefined : plain(errorDescription),
    scope,
    resource_metadata,
  });
}

function challenge(scheme: string, params: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quote(value)}`],
  );
  return written.length === 0 ? scheme : `${scheme} ${written.join(", ")}`;
}

/** A description may have neither quotes nor backslashes, not even escaped ones (RFC 6750, section 3). */
const plain = (description: string): string => description.replace(/["\\]/g, "'");

/** A quoted string of RFC 9110; what a header cannot carry becomes a question mark. */
const quote = (value: string): string => `"${value.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&")}"`;
