// Metrics for Prometheus, for whoever has a token that may read.

import { isObject } from "../../core/json.js";
import type { Logger } from "../../core/logger.js";
import type { FetchRoute } from "../../node/serve-fetch.js";
import { type Authenticate, hasScope } from "../../web/api/caller.js";

/** The metrics of this process until they are closed. */
export interface AppMetrics {
  readonly route: FetchRoute;
  /** False where the package that counts is not installed. */
  readonly isThere: boolean;
  close(): void;
}

/** Begins to count, if `prom-client` is installed; without it `/metrics` says what is missing. */
export async function createMetrics(authenticate: Authenticate, logger: Logger): Promise<AppMetrics> {
  const metrics = await load(logger);
  return {
    isThere: metrics !== undefined,
    async route(request) {
      if (new URL(request.url).pathname !== "/metrics") return undefined;
      if (request.method !== "GET" && request.method !== "HEAD")
        return plain(405, "Use GET.", { allow: "GET, HEAD" });
      const caller = await authenticate(request);
      if (caller === undefined)
        return plain(401, "Metrics need a token with the scope read.", {
          "www-authenticate": 'Bearer realm="beckon"',
        });
      if (!hasScope(caller, "read")) return plain(403, "This token has not the scope read.");
      if (metrics === undefined)
        return plain(
          501,
          "There are no metrics: install the package prom-client beside beckon, and start again.",
        );
      return plain(200, await metrics.register.metrics(), { "content-type": metrics.register.contentType });
    },
    close: () => metrics?.close(),
  };
}

async function load(logger: Logger) {
  try {
    const { createPrometheusMetrics } = await import("../../observe/prometheus.js");
    return createPrometheusMetrics({ toolLabel: true });
  } catch (error) {
    // An optional peer that nobody installed; one that is broken must not keep people from their inbox.
    if (!(isObject(error) && error.code === "ERR_MODULE_NOT_FOUND"))
      logger.error("The metrics could not be begun.", { error });
    return undefined;
  }
}

const plain = (status: number, text: string, headers: { readonly [name: string]: string } = {}): Response =>
  new Response(`${text.trimEnd()}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });
