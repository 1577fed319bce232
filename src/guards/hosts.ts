// Which hosts and origins may talk to a server: the defence against DNS rebinding and foreign pages.

/** Names of hosts, without ports; `"any"` turns the check off. */
export type AllowedHosts = readonly string[] | "any";

/** Origins such as `https://app.example.com`; `"any"` turns the check off. */
export type AllowedOrigins = readonly string[] | "any";

/** True when a `Host` header names this machine's loopback or one of `allowed`. */
export function isAllowedHost(header: string | undefined, allowed: AllowedHosts): boolean {
  if (allowed === "any") return true;
  const name = header === undefined ? undefined : hostName(header);
  if (name === undefined) return false;
  return isLoopbackAddress(name) || allowed.some((one) => one.toLowerCase() === name);
}

/** The same check for a server's whole life: a header that passed is remembered, since most requests bring the same. */
export function createHostCheck(allowed: AllowedHosts): (header: string | undefined) => boolean {
  let passed: string | undefined;
  return (header) => {
    if (passed !== undefined && header === passed) return true;
    if (!isAllowedHost(header, allowed)) return false;
    passed = header;
    return true;
  };
}

/** True when an `Origin` header is absent, of the loopback, or one of `allowed`. */
export function isAllowedOrigin(header: string | undefined, allowed: AllowedOrigins): boolean {
  if (header === undefined || allowed === "any") return true;
  if (allowed.includes(header)) return true;
  const found = /^https?:\/\/([^/?#@]+)$/.exec(header);
  const name = found?.[1] === undefined ? undefined : hostName(found[1]);
  return name !== undefined && isLoopbackAddress(name);
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
