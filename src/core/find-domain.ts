// Loads what tells the registered part of a host's name, where that is installed.

import type { FindDomain } from "./url-display.js";

/**
 * What finds the registrable domain of a host by the public suffix list; finds none where the package `tldts` is not
 * installed. Names that a provider hands out, as under `github.io`, count as registered by whom they were given to.
 */
export async function loadFindDomain(): Promise<FindDomain> {
  try {
    const { getDomain } = await import("tldts");
    return (host) => getDomain(host, { allowPrivateDomains: true, extractHostname: false }) ?? undefined;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return () => undefined;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
