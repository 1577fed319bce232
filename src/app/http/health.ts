// Whether the process lives, and whether it can do its job.

import type { RecordStore } from "../../core/engine/records.js";
import type { Logger } from "../../core/logger.js";
import type { FetchRoute } from "../../node/serve-fetch.js";

export interface HealthOptions {
  readonly records: RecordStore;
  readonly logger: Logger;
  /** True once the app stops. */
  readonly isStopping: () => boolean;
}

/** `/healthz` says that the process answers, `/readyz` that its engine does too. Neither says more, nor asks who wants to know. */
export function createHealth({ records, logger, isStopping }: HealthOptions): FetchRoute {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/healthz" && pathname !== "/readyz") return undefined;
    if (request.method !== "GET" && request.method !== "HEAD")
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
    if (pathname === "/healthz") return say(200, "ok");
    if (isStopping()) return say(503, "stopping");
    try {
      await records.get("app:ready");
      return say(200, "ready");
    } catch (error) {
      // Why is for the log; whoever asks here is not told.
      logger.error("The engine does not answer.", { error });
      return say(503, "the engine does not answer");
    }
  };
}

const say = (status: number, words: string): Response =>
  Response.json({ status: words }, { status, headers: { "cache-control": "no-store" } });
