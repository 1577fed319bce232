// Protected-resource metadata (RFC 9728): tells clients where to get a token for this server.

import { BeckonError } from "../../core/errors.js";
import { isLoopbackAddress } from "../../guards/hosts.js";

/** What a client must know to get a token. */
export interface ProtectedResource {
  /** The url of the MCP endpoint, which tokens must be made for. */
  readonly resource: string;
  /** The issuers of tokens. At least one. */
  readonly authorizationServers: readonly string[];
  /** The scopes that clients ask for when a challenge names none. */
  readonly scopes?: readonly string[];
  /** For people. */
  readonly name?: string;
  /** The url of a page for developers. */
  readonly documentation?: string;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Refuses a description that clients could not use. */
export function checkProtectedResource(described: ProtectedResource): void {
  const { resource, authorizationServers } = described;
  requireSecureUrl("http.protectedResource.resource", resource);
  if (!Array.isArray(authorizationServers) || authorizationServers.length === 0) {
    throw new BeckonError(
      "invalid-option",
      "http.protectedResource.authorizationServers is empty. Name the issuer of your tokens.",
    );
  }
  for (const issuer of authorizationServers)
    requireSecureUrl("http.protectedResource.authorizationServers", issuer);
}

/** Reads a url that others rely on: `https`, or `http` on the loopback, and without fragment. */
export function requireSecureUrl(option: string, given: string | URL): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isSecure =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackAddress(url.hostname));
  if (url !== undefined && isSecure && url.hash === "") return url;
  throw new BeckonError(
    "invalid-option",
    `${option} is ${String(given)}, but must be a url that begins with https:// (or http:// on the loopback) and has no fragment.`,
  );
}

/** The document at the well-known path. */
export const metadataDocument = (described: ProtectedResource): string =>
  JSON.stringify({
    resource: described.resource,
    authorization_servers: described.authorizationServers,
    scopes_supported: described.scopes,
    bearer_methods_supported: ["header"],
    resource_name: described.name,
    resource_documentation: described.documentation,
  });

/** True for every path at which clients may look for metadata. */
export const isWellKnownPath = (path: string): boolean => path.startsWith(WELL_KNOWN);

/** True for the two paths at which this server has some: with the endpoint's own path behind it, and without. */
export function isMetadataPath(path: string, described: ProtectedResource): boolean {
  const rest = path.slice(WELL_KNOWN.length);
  return rest === "" || rest === "/" || rest === new URL(described.resource).pathname;
}

/** The url to name in challenges: the well-known path stands between the host and the rest. */
export function metadataUrl(described: ProtectedResource): string {
  const { origin, pathname, search } = new URL(described.resource);
  return `${origin}${WELL_KNOWN}${pathname === "/" ? "" : pathname}${search}`;
}
