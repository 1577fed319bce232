// Puts together what the transports of a server share.

import type { Logger } from "../core/logger.js";
import { recover } from "../core/maybe-promise.js";
import { PassingMap } from "../core/passing-map.js";
import { withDefaults } from "../core/with-defaults.js";
import { createHostCheck } from "../guards/hosts.js";
import { checkProtectedResource } from "./access/protected-resource.js";
import { createClientReader } from "./call/client.js";
import { createTakeOver } from "./durable/create-take-over.js";
import type { TakeOver } from "./durable/take-over.js";
import { httpDefaults } from "./http/http-options.js";
import { createKeepAlive } from "./http/keep-alive.js";
import { createPageRoute } from "./http/page-route.js";
import type { ServerOptions } from "./options.js";
import type { ServerParts } from "./parts.js";
import { createSessions } from "./sessions/sessions.js";
import type { LoggedStream } from "./streams/logged-stream.js";
import { createSessionStreams } from "./streams/session-streams.js";
import type { Disconnected, TransportParts } from "./transport-parts.js";

export function createTransportParts(server: ServerParts, options: ServerOptions): TransportParts {
  const settings = withDefaults(httpDefaults, options.http ?? {});
  if (settings.protectedResource) checkProtectedResource(settings.protectedResource);
  const { running } = server;
  const sessionStreams = createSessionStreams(server);
  const lines: TransportParts["lines"] = new Set();
  let takeOver: TakeOver | undefined;
  const sessions = createSessions({
    parts: server,
    idleMs: settings.sessionIdleMs,
    inUse: () =>
      new Set([
        ...running.sessions(),
        ...sessionStreams.sessions(),
        ...[...lines].flatMap(({ sessionId }) => sessionId ?? []),
      ]),
    letGo: (sessionId) => {
      running.cancelSession(sessionId, "the session is over");
      server.clientRequests.end(sessionId);
      sessionStreams.end(sessionId);
      takeOver?.forget(sessionId);
    },
    onEnd: options.terminate,
  });
  const isAllowedHost = createHostCheck(settings.allowedHosts);
  const { pages } = options;
  const parts = {
    server,
    options: settings,
    isAllowedHost,
    pages: pages && createPageRoute({ ...server, pages, isAllowedHost }),
    keepAlive: createKeepAlive(server.clock, settings.keepAliveMs, (error) =>
      server.logger.error("A stream could not be kept alive.", { error }),
    ),
    running,
    sessions,
    sessionStreams,
    callStreams: new PassingMap<string, LoggedStream>(),
    openRequests: new Set<Request>(),
    lines,
    readClient: createClientReader(),
    takeOver: undefined,
    onDisconnect: options.disconnect && guarded(options.disconnect, server.logger),
  };
  const { durable } = server.asking;
  if (durable === undefined) return parts;
  takeOver = createTakeOver(parts, durable);
  return { ...parts, takeOver };
}

/** The `disconnect` hook, whose failure is the log's business and nobody else's. */
const guarded =
  (disconnect: NonNullable<ServerOptions["disconnect"]>, logger: Logger) =>
  (event: Disconnected): void =>
    void recover(
      () => disconnect(event),
      (error) => logger.error("The disconnect hook failed.", { error }),
    );
