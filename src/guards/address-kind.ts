// Which kind of network an address belongs to, by the special-purpose registries of IANA.

import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An address, parsed. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What an address is for; only `public` ones can be reached by everybody. */
export type AddressKind =
  | "public"
  | "unspecified"
  | "loopback"
  | "private"
  | "link-local"
  | "shared"
  | "multicast"
  | "documentation"
  | "embedding"
  | "reserved";

/** The registry for IPv4, and one address that a cloud answers on inside although it looks public. */
const IPV4: readonly (readonly [network: string, kind: AddressKind])[] = [
  ["0.0.0.0/8", "unspecified"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared"],
  ["127.0.0.0/8", "loopback"],
  // The host agent of Azure.
  ["168.63.129.16/32", "link-local"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved"],
  ["192.0.2.0/24", "documentation"],
  ["192.31.196.0/24", "reserved"],
  ["192.52.193.0/24", "reserved"],
  ["192.88.99.0/24", "reserved"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "reserved"],
  ["198.18.0.0/15", "reserved"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved"],
];

/** The registry for IPv6. The first that fits counts, and only what is left of 2000::/3 is public. */
const IPV6: readonly (readonly [network: string, kind: AddressKind])[] = [
  ["::/128", "unspecified"],
  ["::1/128", "loopback"],
  // Addresses that carry an IPv4 one: compatible, mapped, translated, NAT64 of two kinds, Teredo, 6to4.
  ["::/96", "embedding"],
  ["::ffff:0:0/96", "embedding"],
  ["::ffff:0:0:0/96", "embedding"],
  ["64:ff9b::/96", "embedding"],
  ["64:ff9b:1::/48", "embedding"],
  ["2001::/32", "embedding"],
  ["2002::/16", "embedding"],
  ["2001::/23", "reserved"],
  ["2001:db8::/32", "documentation"],
  ["2620:4f:8000::/48", "reserved"],
  // The 6bone, given back.
  ["3ffe::/16", "reserved"],
  ["3fff::/20", "documentation"],
  ["2000::/3", "public"],
  ["fc00::/7", "private"],
  ["fe80::/10", "link-local"],
  ["fec0::/10", "private"],
  ["ff00::/8", "multicast"],
];

type Networks = readonly (readonly [ReturnType<typeof ipaddr.parseCIDR>, AddressKind])[];

const parsed = (table: typeof IPV4): Networks =>
  table.map(([network, kind]) => [ipaddr.parseCIDR(network), kind]);

const ipv4 = /* @__PURE__ */ parsed(IPV4);
const ipv6 = /* @__PURE__ */ parsed(IPV6);

/** The address in a text, if it is one in its plain notation and names no zone. */
export function toAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.parse(text);
}

/** What an address is for. */
export function kindOf(address: Address): AddressKind {
  if (address instanceof ipaddr.IPv4) return find(ipv4, address) ?? "public";
  const kind = find(ipv6, address) ?? "reserved";
  return kind === "public" && isIsatap(address) ? "embedding" : kind;
}

/** The IPv4 address inside one that reaches it through the translator of this network (DNS64), or is another notation. */
export function carriedBy(address: Address): ipaddr.IPv4 | undefined {
  if (address instanceof ipaddr.IPv4) return undefined;
  const [a, b, c, d, e, f, high = 0, low = 0] = address.parts;
  const isEmpty = c === 0 && d === 0 && e === 0;
  const isMapped = a === 0 && b === 0 && isEmpty && f === 0xffff;
  const isTranslated = a === 0x64 && b === 0xff9b && isEmpty && f === 0;
  if (!isMapped && !isTranslated) return undefined;
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

function find(networks: Networks, address: Address): AddressKind | undefined {
  return networks.find(([network]) => address.match(network))?.[1];
}

/** An interface that tunnels to the IPv4 address in its last four bytes (RFC 5214), under any prefix. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  const [, , , , flags = 0, marker] = parts;
  return marker === 0x5efe && (flags & ~0x0300) === 0;
}
