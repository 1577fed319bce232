// Puts a server together from its parts.

import { systemClock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import { consoleLogger, safeLogger } from "../core/logger.js";
import { createTimerWheel } from "../core/timer-wheel.js";
import { withDefaults } from "../core/with-defaults.js";
import type { KeyRing } from "../seal/key-ring.js";
import { createAsking } from "./asking/create-asking.js";
import { serverElicitations } from "./asking/server-elicitations.js";
import { createListings } from "./catalog/listings.js";
import { definePrompt, type PromptEntry } from "./catalog/prompts.js";
import { createRegistry } from "./catalog/registry.js";
import { createResourceIndex } from "./catalog/resource-index.js";
import { uriOf } from "./catalog/resource-uri.js";
import { defineResource, type ResourceEntry } from "./catalog/resources.js";
import { defineTool, type ToolEntry } from "./catalog/tools.js";
import { checkOptions } from "./check-options.js";
import { createTransportParts } from "./create-transport-parts.js";
import { readContents } from "./dispatch/read-resource.js";
import { createHints } from "./hints.js";
import { handleFetch } from "./http/fetch.js";
import { createNoticeBoard, type NoticeBoard } from "./notices.js";
import { type ServerOptions, serverDefaults } from "./options.js";
import type { ServerParts } from "./parts.js";
import { createQuota } from "./quota.js";
import { createRunningCalls } from "./running-calls.js";
import { type Server, transportParts } from "./server.js";
import { createKeys } from "./server-keys.js";
import { sessionHandle } from "./session-handle.js";
import { createClientRequests } from "./sessions/client-requests.js";
import { stopServer } from "./stop-server.js";
import { Stopping } from "./stopping.js";
import { sealEvents } from "./streams/sealed-events.js";

const GRACE_MS = 10_000;

/** The options of a server whose engine is settled. */
export interface ServerOnEngine extends ServerOptions {
  readonly engine: Engine;
  /** True when the engine was made for this server and is closed with it. */
  readonly ownsEngine: boolean;
}

/** Makes a server on an engine. */
export function createServerOn(options: ServerOnEngine): Server {
  checkOptions(options);
  const parts = createParts(options);
  const http = createTransportParts(parts, options);
  let stopped: Promise<void> | undefined;

  const { tools, prompts, resources, resourceIndex } = parts;
  const checked = (entry: ResourceEntry): ResourceEntry => {
    resourceIndex.checkNew(entry);
    return entry;
  };
  const close = ({ graceMs = GRACE_MS } = {}): Promise<void> => {
    stopped ??= stopServer(http, { graceMs, closesEngine: options.ownsEngine });
    return stopped;
  };
  return {
    tool: (name, definition, handler) => tools.add(defineTool(name, definition, handler)),
    prompt: (name, definition, handler) => prompts.add(definePrompt(name, definition, handler)),
    resource: (name, definition, handler) =>
      resources.add(checked(defineResource(name, definition, handler))),
    listResources: (lister) => {
      if (parts.resourceLister)
        throw new BeckonError(
          "duplicate-name",
          "There is a resource lister already. A server has one: let it list everything there is.",
        );
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
    resourceUri: (name, values) => uriOf(resources, name, values),
    notifyResourceUpdated: (uri) => parts.notices.updated(uri),
    notifyResourcesChanged: () => parts.notices.resourcesChanged(),
    elicitations: serverElicitations(parts),
    session: (id) => sessionHandle(http, id),
    fetch: (request) => handleFetch(http, request),
    close,
    [Symbol.asyncDispose]: () => close(),
    [transportParts]: http,
  };
}

function createParts(options: ServerOnEngine): ServerParts {
  const { name, version, title, description, websiteUrl, icons, engine, connect, instructions } = options;
  const { clock = systemClock } = options;
  const logger = safeLogger(options.logger ?? consoleLogger);
  const { pageSize, listTtlMs, maxListening } = withDefaults(serverDefaults, options);
  const fixed = Object.fromEntries(
    Object.entries({ name, version, title, description, websiteUrl, icons }).filter(
      ([, value]) => value !== undefined,
    ),
    // Name and version are never left out.
  ) as unknown as { name: string; version: string };
  const serverKeys = createKeys(engine, options.keys);
  const keys = (): KeyRing => serverKeys.ring();
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
  const wheel = createTimerWheel({ clock, onError: (error) => logger.error("A timer failed.", { error }) });
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
    listening: createQuota(maxListening),
    engine,
    events: sealEvents(engine, keys),
    hints,
    asking: createAsking({
      serverName: name,
      responder: options.responder,
      pages: options.pages,
      vault: options.vault,
      given: options.asking,
      engine,
      keys,
      hasChosenKeys: () => serverKeys.areChosen(),
      hints,
      clock,
      wheel,
      logger,
    }),
    running: createRunningCalls(hints),
    clientRequests: createClientRequests({ engine, hints, keys, clock, wheel, logger }),
    keys,
    chooseKeys: (given) => serverKeys.choose(given),
    clock,
    wheel,
    logger,
    stopping: new Stopping(),
    readResource: async (call, uri) => (await readContents(parts, call, uri)).contents,
  };
  return parts;
}
