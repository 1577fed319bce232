// The way from a request to the pages that a server hosts, past the MCP endpoint.

import type { Pages } from "../../core/elicitation/pages.js";
import type { Logger } from "../../core/logger.js";
import { newErrorId } from "../call/error-id.js";
import type { RunningCalls } from "../running-calls.js";
import type { Stopping } from "../stopping.js";

/** Tells requests to pages from requests to the endpoint, and serves them. */
export interface PageRoute {
  /** False for what is plainly MCP: its requests are not converted, and no page sees them. */
  mayServe(
    target: string,
    method: string,
    contentType: string | undefined,
    accept: string | undefined,
  ): boolean;
  /** Serves a request to a page; `undefined` when it is to something else, and its body has not been touched. */
  serve(request: Request): Promise<Response | undefined>;
}

export interface PageRouteOptions {
  readonly pages: Pages;
  readonly isAllowedHost: (header: string | undefined) => boolean;
  readonly running: Pick<RunningCalls, "busy">;
  readonly stopping: Stopping;
  readonly logger: Logger;
}

/** Stands for every id. */
const ANY_ID = "00000000-0000-8000-8000-000000000000";

export function createPageRoute(options: PageRouteOptions): PageRoute {
  const { pages, isAllowedHost, running, stopping, logger } = options;
  const folder = folderOf(pages);
  const hosts = pages.hosts ?? new Set([new URL(pages.href(ANY_ID)).host]);

  async function serve(request: Request): Promise<Response | undefined> {
    const host = request.headers.get("host") ?? new URL(request.url).host;
    if (!hosts.has(host.toLowerCase()) && !isAllowedHost(host))
      return plain(403, "This Host is not allowed; see allowedHosts.");
    // Calls that are still under way may wait for just this answer.
    if (stopping.begun && !running.busy) return plain(503, "The server stops.");
    try {
      return await pages.fetch(request);
    } catch (error) {
      const errorId = newErrorId();
      logger.error("A page failed.", { errorId, error });
      return plain(500, `Something went wrong. The server's log has it as ${errorId}.`);
    }
  }

  return {
    mayServe: (target, method, contentType, accept) =>
      (folder !== undefined && target.includes(folder)) || !looksLikeMcp(method, contentType, accept),
    // Not among what is under way: a page that waits for news must not hold a server that stops.
    serve,
  };
}

/** The folder of the pages, with a slash at both ends; `undefined` when it is the root, where everything is. */
function folderOf(pages: Pages): string | undefined {
  const { pathname } = new URL(pages.href(ANY_ID));
  const at = pathname.indexOf(ANY_ID);
  const path = at < 0 ? pathname : pathname.slice(0, at);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return folder === "/" ? undefined : folder;
}

function looksLikeMcp(method: string, contentType = "", accept = ""): boolean {
  switch (method) {
    case "POST":
      return contentType.startsWith("application/json");
    case "GET":
      return accept.includes("text/event-stream");
    default:
      return method === "DELETE" || method === "OPTIONS";
  }
}

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
