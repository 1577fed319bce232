// Where a request comes from, and whom it thinks it is talking to.

/** True when the request names the host that the pages live on, which a rebound name does not. */
export function isOwnHost(request: Request, hosts: ReadonlySet<string>): boolean {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return hosts.has(host.toLowerCase());
}

/**
 * True when a post was sent by one of the pages, as far as headers tell. Since pages say `no-referrer`, browsers hide
 * their origin and write `null`; then what counts is `Sec-Fetch-Site`, which no page can make up.
 */
export function isOwnPost(request: Request, origin: string): boolean {
  const from = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  if (from !== null && from !== "null" && from !== origin) return false;
  return site === null || site === "same-origin" || site === "none";
}
