// Creates hosted pages: where people answer what their client cannot show, or must not see.
/// <reference path="../layout/bundled.d.ts" />

import { systemClock } from "../../core/clock.js";
import type { Pages } from "../../core/elicitation/pages.js";
import { BeckonError } from "../../core/errors.js";
import { consoleLogger, safeLogger } from "../../core/logger.js";
import { withDefaults } from "../../core/with-defaults.js";
import { text as script } from "../browser/page.ts?bundled";
import { createAssets, linksOf } from "../layout/assets.js";
import { requirePositive } from "../layout/require-positive.js";
import { base } from "../layout/styles/base.js";
import { form } from "../layout/styles/form.js";
import { page } from "../layout/styles/page.js";
import { createBrowserCookie } from "../security/csrf.js";
import { createPageRing } from "../security/page-ring.js";
import { isEnded } from "./ended-page.js";
import { createPageLinks, type PageLinks } from "./page-links.js";
import type { PageParts } from "./page-parts.js";
import { type PagesOptions, pagesDefaults } from "./pages-options.js";
import { respondWithPage, takeDown } from "./respond.js";
import { servePages } from "./serve.js";

/**
 * Pages for `createServer({ pages })`. Whoever opens one must be the person that is asked, as `identify` tells; without
 * it pages are served on a loopback address only. Throws `invalid-option` for any other, and where the broker's engine is
 * shared or durable and there are no `keys`.
 *
 * @example
 * import { createServer } from "beckon";
 * import { createBroker } from "beckon/broker";
 * import { createMemoryEngine } from "beckon/engines/memory";
 * import { createPages } from "beckon/web";
 *
 * const broker = createBroker({ engine: createMemoryEngine() });
 * const pages = createPages({ broker, baseUrl: "http://127.0.0.1:3000" });
 * const server = createServer({ name: "tables", version: "1.0.0", pages });
 */
export function createPages(options: PagesOptions): Pages {
  const { broker, baseUrl, identify, keys, ...rest } = options;
  const { clock, maxFormBytes, holdMs, allowedHosts, serverName, ...given } = withDefaults(
    { ...pagesDefaults, clock: systemClock, logger: consoleLogger },
    rest,
  );
  requirePositive("maxFormBytes", maxFormBytes);
  requirePositive("holdMs", holdMs);
  const logger = safeLogger(given.logger);
  const ring = createPageRing(keys);
  const links = createPageLinks(baseUrl, ring);
  if (identify === undefined) requireLoopback(links);
  if (keys === undefined && broker.leavesProcess)
    throw new BeckonError(
      "invalid-option",
      "The broker keeps elicitations beyond this process, so the links to their pages must stay good there. Pass keys to createPages.",
    );
  if (keys === undefined)
    logger.info("Pages have no keys: their links end with this process. Give keys to keep them.");
  const assets = createAssets(base + form + page, script);
  const parts: PageParts = {
    broker,
    ring,
    clock,
    logger,
    links,
    assets,
    assetLinks: linksOf(assets, links.assetPath),
    // Where nobody signs in, what a browser has typed is found again by its cookie alone, also after it was closed.
    cookie: createBrowserCookie(ring, {
      ...links,
      maxAgeSeconds: identify === undefined ? COOKIE_SECONDS : undefined,
    }),
    identify,
    serverName: serverName ?? links.host,
    maxFormBytes,
    holdMs,
  };
  const hosts = new Set([links.host, ...allowedHosts].map((host) => host.toLowerCase()));
  return {
    needsPrincipal: identify !== undefined,
    hosts,
    href: (id) => links.href(id),
    respond: (elicitation, respondOptions) => respondWithPage(parts, elicitation, respondOptions),
    withdraw: (id) => takeDown(parts, id),
    release: async (id) => broker.redact(id),
    async deadline(id) {
      const elicitation = await broker.get(id);
      return elicitation === undefined || isEnded(elicitation) ? undefined : elicitation.expiresAt;
    },
    stay: async (id, until) => broker.responder({ kept: true }).stay?.(id, until),
    openFile: (file) => broker.files.open(file),
    fetch: (request) => servePages(parts, hosts, request),
  };
}

const COOKIE_SECONDS = 90 * 24 * 3_600;

function requireLoopback({ isLoopback, origin }: PageLinks): void {
  if (isLoopback) return;
  throw new BeckonError(
    "invalid-option",
    `The pages at ${origin} can be opened by anybody who has a link. Give identify, which tells who opens one, or use a loopback baseUrl such as http://127.0.0.1:3000.`,
  );
}
