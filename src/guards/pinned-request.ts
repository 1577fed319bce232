// One HTTP request to an address that was judged, whatever its name resolves to by now.

import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { withoutRoot } from "./host-name.js";

/** What is sent, and where. */
export interface PinnedRequest {
  readonly url: URL;
  /** The judged addresses of its host; the connection goes to one of them. */
  readonly addresses: readonly string[];
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
  /** Certificate authorities to trust in place of the usual ones. */
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

/** Sends a request and gives the response with its body still to come. No proxy, no pool, no redirect. */
export function sendPinned(sent: PinnedRequest): Promise<IncomingMessage> {
  const { url, addresses, method, headers, body, ca, signal } = sent;
  const name = withoutRoot(url.hostname.replace(/^\[(.*)\]$/, "$1"));
  const isSecure = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)({
      protocol: url.protocol,
      hostname: name,
      port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...Object.fromEntries(headers), host: url.host },
      lookup: lookupOf(addresses),
      // A pool would keep connections to addresses that were judged some time ago, and could know of a proxy.
      agent: false,
      signal,
      // The certificate must be for the name in the url; an address has none to send.
      ...(isSecure && { servername: isIP(name) === 0 ? name : "", ...(ca !== undefined && { ca }) }),
    });
    request.once("response", resolve);
    // For good: what breaks after the response came is told by its body.
    request.on("error", reject);
    // Nobody asked for another protocol.
    request.once("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new Error("The server switched protocols."));
    });
    request.end(body);
  });
}

/** Answers every lookup with the addresses that were judged. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: "", family: 0 }] = known;
  return (_name, { all }, done) => {
    if (all === true) done(null, known);
    else done(null, first.address, first.family);
  };
}
