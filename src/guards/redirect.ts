// Where a redirect leads, and what of a request may go there.

import { BeckonError } from "../core/errors.js";
import { readUrlText } from "./url-text.js";

/** A request that may be redirected. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
}

/** Headers that tell nothing of who asks, and so may go to another origin. */
const HARMLESS = ["accept", "accept-encoding", "accept-language", "content-type", "user-agent"];

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** The request that follows a redirect. Throws when it must not be followed. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const from = new URL(hop.url);
  // What follows the scheme is read as strictly as a whole url; a path is read against the one before.
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (to === undefined || !readUrlText(to.href).ok || /[\\\s]/.test(location))
    throw refused("to something that is no url");
  if (from.protocol === "https:" && to.protocol !== "https:") throw refused("away from https");

  const becomesGet = status === 303 ? hop.method !== "HEAD" : status < 303 && hop.method === "POST";
  const body = becomesGet ? undefined : hop.body;
  const leaves = to.origin !== from.origin;
  if (leaves && body !== undefined) throw refused("with its body to another origin");
  return {
    url: to.href,
    method: becomesGet ? "GET" : hop.method,
    headers: headersFor(hop.headers, leaves, body === undefined),
    body,
  };
}

function headersFor(headers: Headers, leaves: boolean, hasNoBody: boolean): Headers {
  const kept = [...headers].filter(([name]) => !leaves || HARMLESS.includes(name));
  return new Headers(kept.filter(([name]) => !hasNoBody || !name.startsWith("content-")));
}

const refused = (where: string): BeckonError =>
  new BeckonError("url-refused", `The request was redirected ${where}, which is not followed.`);
