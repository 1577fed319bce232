// Serves a server on a port of this machine.

import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { isLoopbackAddress } from "../guards/hosts.js";
import { type Server, transportParts } from "../server/server.js";
import { type NodeHandler, toNodeHandler } from "./node-handler.js";
import { type FetchRoute, serveFetch, servePage } from "./serve-fetch.js";

/** Where and how to listen. */
export interface ListenOptions {
  /** The port to bind; 0 for any that is free. @default 3000 */
  readonly port?: number;
  /** The address to bind. Any but a loopback one needs `http.allowedHosts` on the server. @default "127.0.0.1" */
  readonly host?: string;
  /** The path of the MCP endpoint. @default "/mcp" */
  readonly path?: string;
  /** Further paths, served by handlers of your own behind the `Host` check: `{ "/metrics": ... }`. */
  readonly routes?: Readonly<Record<string, NodeHandler>>;
  /** Serves what is neither the endpoint nor one of `routes`, behind the `Host` check: pages, an API. `undefined` for what it does not know. */
  readonly fetch?: FetchRoute;
  /** How many connections are open at once at most, streams among them; further ones are hung up on. @default 10_000 */
  readonly maxConnections?: number;
  /** Whether SIGTERM and SIGINT are left alone. By default they stop the server in order, then end the process. @default false */
  readonly keepSignals?: boolean;
  /** How long calls may go on once the server stops, in milliseconds. @default 10_000 */
  readonly graceMs?: number;
}

const defaults = {
  port: 3000,
  host: "127.0.0.1",
  path: "/mcp",
  routes: {},
  fetch: undefined,
  maxConnections: 10_000,
  keepSignals: false,
  graceMs: 10_000,
};

/** A server that listens. */
export interface Listening {
  /** The endpoint's url. */
  readonly url: string;
  /** The port that was bound, also when 0 was asked for. */
  readonly port: number;
  /** Node's own server, for what is not an option here, such as its timeouts. */
  readonly httpServer: HttpServer;
  /** Closes the whole `Server`, not only the port: calls under way finish, streams end, then connections close. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How long a client may take to send the head of a request and all of it, and may keep an idle connection. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
/** How often those who take longer are looked for. */
const CHECK_MS = 1_000;

/**
 * Serves on a port of this machine; resolves when connections are taken, rejects when the port is.
 *
 * @example
 * import { createServer } from "beckon";
 * import { listen } from "beckon/node";
 *
 * const server = createServer({ name: "tea", version: "1.0.0" });
 * const { url } = await listen(server, { port: 8080 });
 * console.log(url); // http://127.0.0.1:8080/mcp
 */
export async function listen(server: Server, options: ListenOptions = {}): Promise<Listening> {
  const { port, host, path, routes, fetch, maxConnections, keepSignals, graceMs } = {
    ...defaults,
    ...options,
  };
  checkHost(server, host);
  const httpServer = createHttpServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    route(server, path, routes, fetch),
  );
  httpServer.maxConnections = maxConnections;
  await bind(httpServer, port, host);
  // Bound to a port; only pipes have addresses of another kind.
  const { port: bound } = httpServer.address() as AddressInfo;

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= stop(server, httpServer, graceMs);
    for (const name of SIGNALS) process.removeListener(name, onSignal);
    return closed;
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    // Handlers are gone by the time the signal is sent again, so it does what it always does.
    void close().finally(() => process.kill(process.pid, signal));
  };
  if (!keepSignals) for (const name of SIGNALS) process.once(name, onSignal);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    httpServer,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

function checkHost(server: Server, host: string): void {
  const { allowedHosts } = server[transportParts].options;
  if (isLoopbackAddress(host) || allowedHosts === "any" || allowedHosts.length > 0) return;
  throw new BeckonError(
    "invalid-option",
    `Listening on ${host} makes the server reachable from other machines. Say which names it goes by: createServer({ http: { allowedHosts: ["mcp.example.com"] } }).`,
  );
}

function route(
  server: Server,
  path: string,
  routes: Readonly<Record<string, NodeHandler>>,
  fetch: FetchRoute | undefined,
): NodeHandler {
  const endpoint = toNodeHandler(server);
  const http = server[transportParts];
  return (request, response) => {
    const url = request.url ?? "/";
    if (url === path) return endpoint(request, response);
    const mark = url.indexOf("?");
    const asked = mark < 0 ? url : url.slice(0, mark);
    if (asked === path || asked.startsWith("/.well-known/oauth-protected-resource"))
      return endpoint(request, response);
    const other = Object.hasOwn(routes, asked) ? routes[asked] : undefined;
    if (other && http.isAllowedHost(request.headers.host)) return other(request, response);
    const nothing = (): void =>
      void response
        .writeHead(404, { "content-type": "text/plain" })
        .end(`Nothing here. The MCP endpoint is ${path}.\n`);
    servePage(http, request, response, () => {
      if (fetch === undefined) return nothing();
      if (http.isAllowedHost(request.headers.host))
        return serveFetch(fetch, http.server.logger, request, response, nothing);
      response
        .writeHead(403, { "content-type": "text/plain" })
        .end("This Host is not allowed; see allowedHosts.\n");
    });
  };
}

function bind(httpServer: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(isTaken(error) ? portTaken(port, error) : error);
    httpServer.once("error", fail);
    httpServer.listen(port, host, () => {
      httpServer.removeListener("error", fail);
      resolve();
    });
  });
}

const isTaken = (error: unknown): boolean => isObject(error) && error.code === "EADDRINUSE";

const portTaken = (port: number, cause: unknown): BeckonError =>
  new BeckonError("invalid-option", `Port ${port} is taken. Give another port, or 0 for any that is free.`, {
    cause,
  });

async function stop(server: Server, httpServer: HttpServer, graceMs: number): Promise<void> {
  // Not before: a call under way may wait for its client, which answers on a connection of its own.
  await server.close({ graceMs });
  const drained = new Promise<void>((resolve) => httpServer.close(() => resolve()));
  httpServer.closeIdleConnections();
  // What is left has had its response or its cancellation; a client that does not hang up must not hold us.
  const late = setTimeout(() => httpServer.closeAllConnections(), 1000);
  await drained;
  clearTimeout(late);
}
