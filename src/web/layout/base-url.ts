// Where pages are reached from outside.

import { BeckonError } from "../../core/errors.js";
import { isLoopbackAddress } from "../../guards/hosts.js";

/** Reads a base url. Throws when no page could be under it. */
export function parseBaseUrl(baseUrl: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (base === undefined || (base.protocol !== "https:" && base.protocol !== "http:"))
    refuse(`baseUrl must be an http or https address, and is ${JSON.stringify(baseUrl)}`);
  if (base.username !== "" || base.password !== "" || base.search !== "" || base.hash !== "")
    refuse("baseUrl must have no user name, query or fragment");
  if (base.protocol === "http:" && !isLoopbackAddress(base.hostname))
    refuse(`baseUrl ${base.href} is reached over http, where everybody on the way can read. Use https`);
  return base;
}

function refuse(reason: string): never {
  throw new BeckonError("invalid-option", `The option ${reason}.`);
}

/** A piece of a path; `undefined` when it is not encoded as addresses are. */
export function decodePath(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // What is not encoded as addresses are is none of ours.
    return undefined;
  }
}
