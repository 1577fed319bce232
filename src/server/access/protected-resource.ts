// Protected-resource metadata (RFC 9728): tells clients where to get a token for this server.

/** What a client must know to get a token. */
export interface ProtectedResource {
  /** The url of the MCP endpoint, which tokens must be made for. */
  readonly resource: string;
  /** The issuers of tokens. At least one. */
  readonly authorizationServers: readonly string[];
  readonly scopes?: readonly string[];
  /** For people. */
  readonly name?: string;
  readonly documentation?: string;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

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

/** True for the two paths at which clients look: with the endpoint's own path behind it, and without. */
export function isMetadataPath(path: string, described: ProtectedResource): boolean {
  if (!path.startsWith(WELL_KNOWN)) return false;
  const rest = path.slice(WELL_KNOWN.length);
  return rest === "" || rest === "/" || rest === new URL(described.resource).pathname;
}

/** The url to name in challenges. */
export function metadataUrl(described: ProtectedResource): string {
  const { origin, pathname } = new URL(described.resource);
  return `${origin}${WELL_KNOWN}${pathname === "/" ? "" : pathname}`;
}
