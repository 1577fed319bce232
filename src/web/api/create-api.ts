// Creates the HTTP API: everything that can be done to elicitations, for programs.

import { systemClock } from "../../core/clock.js";
import { BeckonError } from "../../core/errors.js";
import { consoleLogger, safeLogger } from "../../core/logger.js";
import { withDefaults } from "../../core/with-defaults.js";
import type { Api } from "./api.js";
import { type ApiOptions, apiDefaults } from "./api-options.js";
import type { ApiParts } from "./api-parts.js";
import { createRouter } from "./router.js";
import { isUnderApi, serveApi } from "./serve.js";
import { serveRequest } from "./serve-request.js";
import { createWatchLimit } from "./watch-limit.js";

/**
 * The HTTP API over a broker: see `docs/reference/http-api.md`.
 *
 * @example
 * import { createBroker } from "beckon/broker";
 * import { createMemoryEngine } from "beckon/engines/memory";
 * import { createApi } from "beckon/web";
 *
 * const broker = createBroker({ engine: createMemoryEngine() });
 * const api = createApi({
 *   broker,
 *   authenticate: (request) =>
 *     request.headers.get("authorization") === "Bearer let-me-in"
 *       ? { id: "ada", name: "Ada", scopes: ["admin"] }
 *       : undefined,
 * });
 */
export function createApi(options: ApiOptions): Api {
  const settings = withDefaults({ ...apiDefaults, clock: systemClock, logger: consoleLogger }, options);
  const { broker, authenticate, allowedHosts, allowedOrigins, clock, maxBodyBytes, heartbeatMs, maxWatches } =
    settings;
  requirePositive("maxBodyBytes", maxBodyBytes);
  requirePositive("heartbeatMs", heartbeatMs);
  requirePositive("maxWatches", maxWatches);
  const logger = safeLogger(settings.logger);
  const parts: ApiParts = {
    broker,
    clock,
    logger,
    maxBodyBytes,
    heartbeatMs,
    watches: createWatchLimit(maxWatches),
    fromSpec: options.fromSpec,
    contentFor: options.contentFor,
    sensitiveFields: options.sensitiveFields ?? (() => NO_FIELDS),
    nameOf: options.nameOf ?? (() => undefined),
  };
  const router = createRouter();
  const door = { parts, router, authenticate, allowedHosts, allowedOrigins };
  return {
    async fetch(request) {
      return isUnderApi(request) ? serveApi(door, request) : undefined;
    },
    as: (caller) => (request) => serveRequest(parts, router, caller, request),
  };
}

const NO_FIELDS: ReadonlySet<string> = new Set();

function requirePositive(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new BeckonError(
      "invalid-option",
      `The option ${name} must be a whole number above 0, and is ${value}.`,
    );
}
