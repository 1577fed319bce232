// Lists of hosts, addresses and networks that a url guard is told to let through or to refuse.

import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { BeckonError } from "../core/errors.js";
import { type Address, carriedBy } from "./address-kind.js";
import { isWellFormed, withoutRoot } from "./host-name.js";

/** A list, read. */
export interface HostRules {
  hasName(name: string): boolean;
  hasAddress(address: Address): boolean;
}

/** Reads a list of names (`api.example.com`, `*.example.com`), addresses and networks (`10.0.0.0/8`). */
export function readHostRules(option: string, entries: readonly string[]): HostRules {
  const names = new Set<string>();
  const parents: string[] = [];
  const networks: ReturnType<typeof ipaddr.parseCIDR>[] = [];
  for (const entry of entries) {
    const network = toNetwork(entry);
    const isParent = entry.startsWith("*.");
    const name = withoutRoot(domainToASCII(isParent ? entry.slice(2) : entry));
    if (network !== undefined) networks.push(network);
    else if (!isWellFormed(name) || isIP(name) !== 0) throw unknownEntry(option, entry);
    else if (isParent) parents.push(`.${name}`);
    else names.add(name);
  }
  return {
    hasName: (name) => names.has(name) || parents.some((parent) => name.endsWith(parent)),
    hasAddress: (address) => networks.some((network) => isIn(address, network)),
  };
}

function isIn(address: Address, network: ReturnType<typeof ipaddr.parseCIDR>): boolean {
  const carried = carriedBy(address);
  const matches = (one: Address): boolean => one.kind() === network[0].kind() && one.match(network);
  return matches(address) || (carried !== undefined && matches(carried));
}

/** An address counts as a network of one. */
function toNetwork(entry: string): ReturnType<typeof ipaddr.parseCIDR> | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry);
  if (!isAddress) return undefined;
  const address = ipaddr.parse(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function unknownEntry(option: string, entry: string): BeckonError {
  return new BeckonError(
    "invalid-option",
    `${option} has the entry ${JSON.stringify(entry)}. Give names of hosts (api.example.com, *.example.com), addresses or networks (10.0.0.0/8).`,
  );
}
