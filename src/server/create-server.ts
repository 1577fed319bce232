// Puts a server together from its parts.

import { type Clock, systemClock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import { consoleLogger } from "../core/logger.js";
import { recover } from "../core/maybe-promise.js";
import { createTimerWheel } from "../core/timer-wheel.js";
import { createHostCheck } from "../guards/hosts.js";
import { notificationMessage } from "../protocol/json-rpc.js";
import { reaches } from "../protocol/log-levels.js";
import { createKeyRing, type KeyRing, randomKey } from "../seal/key-ring.js";
import { checkProtectedResource } from "./access/protected-resource.js";
import { createListings } from "./catalog/listings.js";
import { definePrompt, type PromptEntry } from "./catalog/prompts.js";
import { createRegistry } from "./catalog/registry.js";
import { createResourceIndex } from "./catalog/resource-index.js";
import { defineResource, type ResourceEntry } from "./catalog/resources.js";
import { defineTool, type ToolEntry } from "./catalog/tools.js";
import { createClientReader } from "./client.js";
import { readContents } from "./dispatch/read-resource.js";
import { uriOf } from "./dispatch/scope.js";
import { createHints } from "./hints.js";
import { handleFetch } from "./http/fetch.js";
import { type HttpParts, httpDefaults } from "./http/http-parts.js";
import { createKeepAlive } from "./http/keep-alive.js";
import { logLevelOf } from "./legacy/session-call.js";
import { createSessionStreams } from "./legacy/session-streams.js";
import { sessionTopic, writeWord } from "./legacy/session-words.js";
import { createSessions } from "./legacy/sessions.js";
import { createNoticeBoard, type NoticeBoard } from "./notices.js";
import { type ServerOptions, serverDefaults } from "./options.js";
import type { ServerParts } from "./parts.js";
import { createRunningCalls, type RunningCalls } from "./running-calls.js";
import { httpParts, type Server, type SessionHandle } from "./server.js";
import { Stopping } from "./stopping.js";

const GRACE_MS = 10_000;

/** The options of a server whose engine is settled. */
export interface ServerOnEngine extends ServerOptions {
  readonly engine: Engine;
  /** True when the engine was made for this server and is closed with it. */
  readonly ownsEngine: boolean;
}

/** Makes a server on an engine. */
export function createServerOn(options: ServerOnEngine): Server {
  const stopping = new Stopping();
  const parts = createParts(options, stopping);
  const http = createHttpParts(parts, options);
  let stopped: Promise<void> | undefined;

  async function stop(graceMs: number): Promise<void> {
    stopping.begin();
    http.sessionStreams.close();
    await idleWithin(parts.clock, graceMs, http.running);
    await Promise.all([...http.lines].map((line) => line.close()));
    http.running.close();
    http.sessions.close();
    http.keepAlive.close();
    parts.notices.close();
    parts.wheel.close();
    if (options.ownsEngine) await parts.engine.close();
  }

  const { tools, prompts, resources, resourceIndex } = parts;
  const checked = (entry: ResourceEntry): ResourceEntry => {
    resourceIndex.checkNew(entry);
    return entry;
  };
  const close = ({ graceMs = GRACE_MS } = {}): Promise<void> => (stopped ??= stop(graceMs));
  return {
    tool: (name, definition, handler) => tools.add(defineTool(name, definition, handler)),
    prompt: (name, definition, handler) => prompts.add(definePrompt(name, definition, handler)),
    resource: (name, definition, handler) =>
      resources.add(checked(defineResource(name, definition, handler))),
    listResources: (lister) => {
      if (parts.resourceLister)
        throw new BeckonError("duplicate-name", "There is a resource lister already.");
      parts.resourceLister = lister;
    },
    use: (middleware) => void parts.middleware.push(middleware),
    tools: {
      replace: (name, definition, handler) => tools.replace(defineTool(name, definition, handler)),
      remove: tools.remove,
      names: () => tools.all().map(({ name }) => name),
    },
    prompts: {
      replace: (name, definition, handler) => prompts.replace(definePrompt(name, definition, handler)),
      remove: prompts.remove,
      names: () => prompts.all().map(({ name }) => name),
    },
    resources: {
      replace: (name, definition, handler) =>
        resources.replace(checked(defineResource(name, definition, handler))),
      remove: resources.remove,
      names: () => resources.all().map(({ name }) => name),
    },
    resourceUri: (name, values) => uriOf(parts, name, values),
    notifyResourceUpdated: (uri) => parts.notices.updated(uri),
    notifyResourcesChanged: () => parts.notices.resourcesChanged(),
    session: (id) => sessionHandle(parts, id),
    fetch: (request) => handleFetch(http, request),
    close,
    [Symbol.asyncDispose]: () => close(),
    [httpParts]: http,
  };
}

/** Waits until nothing is under way; what takes longer is ended. */
async function idleWithin(clock: Clock, graceMs: number, running: RunningCalls): Promise<void> {
  await new Promise<void>((resolve) => {
    const grace = clock.setTimer(graceMs, () => {
      running.stopAll();
      resolve();
    });
    void running.idle().then(() => {
      grace.cancel();
      resolve();
    });
  });
}

function createParts(options: ServerOnEngine, stopping: Stopping): ServerParts {
  const { name, version, title, description, websiteUrl, icons, engine, connect, instructions } = options;
  const { clock = systemClock, logger = consoleLogger } = options;
  const { pageSize, listTtlMs } = { ...serverDefaults, ...options };
  const fixed = Object.fromEntries(
    Object.entries({ name, version, title, description, websiteUrl, icons }).filter(
      ([, value]) => value !== undefined,
    ),
    // Name and version are never left out.
  ) as unknown as { name: string; version: string };
  const keys = createKeys(options);
  // Registries tell the board of changes, and the board looks resources up in them.
  let notices: NoticeBoard | undefined;
  const tools = createRegistry<ToolEntry>("tool", (changed) => notices?.changed("tools", changed));
  const prompts = createRegistry<PromptEntry>("prompt", (changed) => notices?.changed("prompts", changed));
  const resources = createRegistry<ResourceEntry>("resource", (changed) =>
    notices?.changed("resources", changed),
  );
  const resourceIndex = createResourceIndex(resources);
  const hints = createHints(engine.bus, logger);
  notices = createNoticeBoard({ hints, logger, resourceIndex });
  const parts: ServerParts = {
    info: options.describe ?? fixed,
    infoJson: JSON.stringify(fixed),
    instructions,
    listTtlMs,
    connect,
    tools,
    prompts,
    resources,
    resourceIndex,
    resourceLister: undefined,
    listings: createListings({ keys, pageSize, ttlMs: listTtlMs }),
    middleware: [],
    notices,
    engine,
    hints,
    keys,
    clock,
    wheel: createTimerWheel({ clock, onError: (error) => logger.error("A timer failed.", { error }) }),
    logger,
    stopping,
    readResource: async (call, uri) => (await readContents(parts, call, uri)).contents,
  };
  return parts;
}

function createKeys({ engine, keys }: ServerOnEngine): ServerParts["keys"] {
  if (keys === undefined && engine.shared) {
    throw new BeckonError(
      "invalid-option",
      `The engine ${engine.name} is shared by several processes, so they need the same keys. Pass keys to createServer.`,
    );
  }
  let ring = keys === undefined ? undefined : readKeys(keys);
  return () => {
    ring ??= createKeyRing([randomKey()]);
    return ring;
  };
}

function readKeys(keys: NonNullable<ServerOptions["keys"]>): KeyRing {
  try {
    return createKeyRing(keys);
  } catch (cause) {
    throw new BeckonError("invalid-option", `keys cannot be used: ${(cause as Error).message}`, { cause });
  }
}

function createHttpParts(server: ServerParts, options: ServerOptions): HttpParts {
  const settings = { ...httpDefaults, ...options.http };
  if (settings.protectedResource) checkProtectedResource(settings.protectedResource);
  const running = createRunningCalls(server.hints);
  const sessionStreams = createSessionStreams(server);
  const sessions = createSessions({
    parts: server,
    idleMs: settings.sessionIdleMs,
    inUse: () => new Set([...running.sessions(), ...sessionStreams.sessions()]),
    onEnd: (ended) => {
      running.cancelSession(ended.sessionId, "the session is over");
      sessionStreams.end(ended.sessionId);
      return options.terminate?.(ended);
    },
  });
  return {
    server,
    options: settings,
    isAllowedHost: createHostCheck(settings.allowedHosts),
    keepAlive: createKeepAlive(server.clock, settings.keepAliveMs),
    running,
    sessions,
    sessionStreams,
    callStreams: new Map(),
    lines: new Set(),
    readClient: createClientReader(),
    onDisconnect: (event) =>
      void recover(
        () => options.disconnect?.(event),
        (error) => server.logger.error("The disconnect hook failed.", { error }),
      ),
  };
}

function sessionHandle({ engine }: ServerParts, id: string): SessionHandle {
  return {
    id,
    async log(level, data, logger) {
      const session = await engine.sessions.get(id);
      if (session === undefined || !reaches(level, logLevelOf(session))) return;
      const message = notificationMessage("notifications/message", {
        level,
        logger,
        data: data === undefined ? null : data,
      });
      await engine.bus.publish(sessionTopic(id), writeWord({ message }));
    },
  };
}
