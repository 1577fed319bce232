// The client behind a request, as it describes itself.

import { isObject, type JsonObject } from "../core/json.js";
import type { ClientCapabilities, Implementation } from "../protocol/capabilities.js";

/** What a client says of itself. Self-reported: for display and logs, never for decisions. */
export interface Client {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
}

/** Reads a client from the two objects it sends; what has the wrong shape counts as not said. */
export function readClient(info: unknown, capabilities: unknown): Client {
  const named = isObject(info) && typeof info.name === "string" ? info : undefined;
  return {
    name: named?.name as string | undefined,
    version: typeof named?.version === "string" ? named.version : undefined,
    // Narrowed as far as it is used; the rest is for display.
    info: named as Implementation | undefined,
    capabilities: isObject(capabilities) ? (capabilities as ClientCapabilities) : {},
  };
}

/** The text that keeps a client in a session record. */
export const writeClient = (info: JsonObject | undefined, capabilities: JsonObject): string =>
  JSON.stringify({ info, capabilities });

/** Reads clients back from session records; equal texts are read once. */
export function createClientReader(limit = 1000): (written: string) => Client {
  const known = new Map<string, Client>();
  return (written) => {
    const seen = known.get(written);
    if (seen) return seen;
    if (known.size >= limit) known.clear();
    const { info, capabilities } = JSON.parse(written) as { info?: unknown; capabilities?: unknown };
    const client = readClient(info, capabilities);
    known.set(written, client);
    return client;
  };
}
