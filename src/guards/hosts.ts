// Which hosts and origins may talk to a server: the defence against DNS rebinding and foreign pages.

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Names of hosts, without ports; `"any"` turns the check off. */
export type AllowedHosts = readonly string[] | "any";

/** Origins such as `https://app.example.com`; `"any"` turns the check off. */
export type AllowedOrigins = readonly string[] | "any";

/** True when a `Host` header names this machine's loopback or one of `allowed`. */
export function isAllowedHost(header: string | undefined, allowed: AllowedHosts): boolean {
  if (allowed === "any") return true;
  const name = header === undefined ? undefined : hostName(header);
  return name !== undefined && (LOOPBACK.has(name) || allowed.includes(name));
}

/** True when an `Origin` header is absent, of the loopback, or one of `allowed`. */
export function isAllowedOrigin(header: string | undefined, allowed: AllowedOrigins): boolean {
  if (header === undefined || allowed === "any") return true;
  if (allowed.includes(header)) return true;
  const found = /^https?:\/\/([^/?#@]+)$/.exec(header);
  const name = found?.[1] === undefined ? undefined : hostName(found[1]);
  return name !== undefined && LOOPBACK.has(name);
}

/** The name in `name`, `name:port` or `[::1]:port`, in lower case. */
function hostName(host: string): string | undefined {
  const found = /^(\[[0-9a-fA-F:.]+\]|[^:/?#@\s[\]]+)(?::\d{1,5})?$/.exec(host);
  return found?.[1]?.toLowerCase();
}

/** True for an address that only this machine can reach. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "localhost" ||
  address === "::1" ||
  address === "[::1]" ||
  /^127(?:\.\d{1,3}){3}$/.test(address);
