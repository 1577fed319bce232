// A real HTTP or HTTPS server on the loopback, and the options that let a guarded fetch reach it by any name.

import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";

const tls = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, "../fixtures/tls", name), "utf8");

/** The certificate of the secure receiver: for hooks.example.com and *.wild.example.com. */
export const certificate: string = tls("certificate.pem");

export interface Receiver {
  readonly port: number;
  /** The url of a path under a name. */
  url(path: string, name?: string): string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startReceiver(
  listener: RequestListener,
  options: { readonly secure?: boolean; readonly host?: string } = {},
): Promise<Receiver> {
  const { secure = false, host = "127.0.0.1" } = options;
  const server: Server = secure
    ? createSecureServer({ key: tls("key.pem"), cert: certificate }, listener)
    : createServer(listener);
  await new Promise<void>((ready) => server.listen(0, host, ready));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path, name = "hooks.example.com") => `${secure ? "https" : "http"}://${name}:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
