// Creates the inbox: where people find and answer everything that waits for them.

import { systemClock } from "../../core/clock.js";
import { BeckonError } from "../../core/errors.js";
import { loadFindDomain } from "../../core/find-domain.js";
import { consoleLogger, safeLogger } from "../../core/logger.js";
import { withDefaults } from "../../core/with-defaults.js";
import { linksOf } from "../layout/assets.js";
import { requirePositive } from "../layout/require-positive.js";
import { createBrowserCookie } from "../security/csrf.js";
import { createPageRing } from "../security/page-ring.js";
import { createInboxAssets } from "./inbox-assets.js";
import { createInboxLinks } from "./inbox-links.js";
import { type InboxOptions, inboxDefaults } from "./inbox-options.js";
import type { InboxParts } from "./inbox-parts.js";
import { serveInbox } from "./serve.js";

/** The inbox. */
export interface Inbox {
  /** Serves a request; `undefined` when it is to something else than the inbox. */
  fetch(request: Request): Promise<Response | undefined>;
  /** Values of `Host` that the inbox is reached under. */
  readonly hosts: ReadonlySet<string>;
}

/**
 * The web inbox, over the HTTP API. Whoever `identify` tells may see and answer what the API lets them; nobody else sees
 * anything. Throws `invalid-option` for a base url that is neither https nor loopback.
 *
 * @example
 * import { createBroker } from "beckon/broker";
 * import { createMemoryEngine } from "beckon/engines/memory";
 * import { createApi, createInbox } from "beckon/web";
 *
 * const broker = createBroker({ engine: createMemoryEngine() });
 * const api = createApi({ broker, authenticate: () => undefined });
 * const inbox = createInbox({
 *   api,
 *   baseUrl: "http://127.0.0.1:3000",
 *   identify: (request) => (request.headers.get("cookie")?.includes("me=ada") ? { id: "ada" } : undefined),
 * });
 */
export function createInbox(options: InboxOptions): Inbox {
  const { api, baseUrl, identify, keys, signOut, ...rest } = options;
  const { clock, maxFormBytes, streamMs, allowedHosts, ...given } = withDefaults(
    { ...inboxDefaults, clock: systemClock, logger: consoleLogger },
    rest,
  );
  requirePositive("maxFormBytes", maxFormBytes);
  requirePositive("streamMs", streamMs);
  if (typeof identify !== "function")
    throw new BeckonError(
      "invalid-option",
      "The option identify must be a function that tells who is signed in.",
    );
  const logger = safeLogger(given.logger);
  const ring = createPageRing(keys);
  const links = createInboxLinks(baseUrl);
  if (keys === undefined)
    logger.info("The inbox has no keys: forms that are open when this process ends cannot be sent any more.");
  const assets = createInboxAssets();
  let findDomain: ReturnType<typeof loadFindDomain> | undefined;
  const parts: InboxParts = {
    api,
    ring,
    clock,
    logger,
    links,
    assets,
    assetLinks: linksOf(assets, links.asset),
    cookie: createBrowserCookie(ring, links),
    identify,
    signOut,
    maxFormBytes,
    streamMs,
    findDomain: () => (findDomain ??= loadFindDomain()),
  };
  const hosts = new Set([links.host, ...allowedHosts].map((host) => host.toLowerCase()));
  return { hosts, fetch: (request) => serveInbox(parts, hosts, request) };
}
