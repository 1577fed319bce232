// Puts `beckon serve` together: an engine, a broker, an MCP server, an API and an inbox around them.

import { hash } from "node:crypto";
import { createBroker } from "../broker/create-broker.js";
import { type Clock, systemClock } from "../core/clock.js";
import { consoleLogger, type Logger, safeLogger } from "../core/logger.js";
import { judgeUrl } from "../guards/judge-url.js";
import type { FetchRoute } from "../node/serve-fetch.js";
import { createSealedRecords } from "../replay/sealed-records.js";
import { createKeyRing } from "../seal/key-ring.js";
import { createFileVault } from "../secrets/file-vault.js";
import { createMemoryVault } from "../secrets/memory-vault.js";
import { createServerOn } from "../server/create-server.js";
import type { Server } from "../server/server.js";
import { createApi } from "../web/api/create-api.js";
import { createInbox } from "../web/inbox/create-inbox.js";
import { createWebhooks } from "../webhooks/create-webhooks.js";
import { createAuthenticate, createConnect, createNameOf } from "./access/callers.js";
import { createSignIn, type SignInLink } from "./access/sign-in.js";
import { makeFirstToken, openTokens, type Tokens } from "./access/tokens.js";
import { createAnswerOf } from "./audit/answer-of.js";
import { type Audit, createAudit } from "./audit/create-audit.js";
import { closeAll } from "./close-all.js";
import type { AppConfig } from "./config/config.js";
import { readVersion } from "./find-package.js";
import { createHealth } from "./http/health.js";
import { createMetrics } from "./http/metrics.js";
import { createSignInRoutes, SIGN_OUT } from "./http/sign-in-routes.js";
import { INBOX_PATH } from "./inbox-urls.js";
import { openEngine } from "./open-engine.js";
import { createAskedRecords, specOf } from "./questions/asked-records.js";
import { fromSpec } from "./questions/from-spec.js";
import { createQuestions } from "./questions/questions.js";
import { createSecretKeeper } from "./questions/secret-keeper.js";
import { createSensitiveFields } from "./questions/sensitive-fields.js";
import { defineTemplates } from "./questions/templates.js";
import { openStateFolder, readStateKeys, type StateFolder } from "./state-folder.js";
import { defineTools, INSTRUCTIONS } from "./tools/define-tools.js";
import { untilIdle } from "./until-idle.js";

/** What else an app is created with. */
export interface AppOptions {
  readonly config: AppConfig;
  /** Where it is reached: `http://127.0.0.1:4747`. */
  readonly baseUrl: string;
  /** Where its inbox is reached just now, when that is elsewhere or nowhere. @default at `baseUrl` */
  readonly findInbox?: () => Promise<string | undefined>;
  /** Where warnings and errors go. @default standard error */
  readonly logger?: Logger;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
}

/** Everything that `beckon serve` serves, without a port. */
export interface App {
  /** The MCP server behind `/mcp` and standard input. Closing it is the app's. */
  readonly server: Server;
  /** Serves everything but the MCP endpoint; `undefined` for what is nothing of it. */
  readonly fetch: FetchRoute;
  readonly folder: StateFolder;
  readonly tokens: Tokens;
  /** True when the first token was just made. */
  readonly isNew: boolean;
  /** False where the package that keeps metrics is not installed. */
  readonly hasMetrics: boolean;
  /** A link that signs in to the inbox once, within ten minutes. */
  signInLink(): Promise<SignInLink>;
  /** Stops in order: calls get what they waited for or the id of it, then everything that was opened is closed. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;
/** What is asked stays findable at least this long, however long it stays open. */
const YEAR_MS = 366 * DAY_MS;
/** Calls that wait for people are let go at once; others get this long. */
const GRACE_MS = 5_000;

/** Opens everything. What is opened here is closed by `close`, also when the rest cannot be opened. */
export async function createApp({
  config,
  baseUrl,
  findInbox = async () => baseUrl,
  clock = systemClock,
  ...options
}: AppOptions): Promise<App> {
  const logger = safeLogger(options.logger ?? consoleLogger);
  const opened: (() => unknown)[] = [];
  const stopping = new AbortController();
  try {
    return await open();
  } catch (error) {
    await closeAll(opened, logger);
    throw error;
  }

  async function open(): Promise<App> {
    const folder = await openStateFolder(config.state);
    const keys = await readStateKeys(folder);
    const ring = createKeyRing(keys);
    const tokens = openTokens(folder, () => clock.now());
    const isNew = await makeFirstToken(folder, tokens);
    const engine = await openEngine(config.engine, { clock, logger });
    opened.push(() => engine.close());
    const { records } = engine;
    const vault = engine.durable ? await createFileVault({ path: folder.vault, keys }) : createMemoryVault();
    opened.push(() => vault.close());
    const retentionMs = config.retentionDays * DAY_MS;
    const broker = createBroker({
      engine,
      keys,
      clock,
      logger,
      retentionMs,
      maxAnswerBytes: config.maxAnswerBytes,
      limits: {
        perMinute: config.perMinute,
        maxOpen: config.maxOpen,
        ...(config.burst !== undefined && { burst: config.burst }),
      },
      judgeUrl: (url) => judgeUrl(url, { allow: config.urlAllow, loopback: config.loopbackUrls, clock }),
    });
    opened.push(() => broker.close());
    defineTemplates(broker, config.templates);
    const asked = createAskedRecords(createSealedRecords(records, () => ring, engine.durable));
    const sensitiveFields = createSensitiveFields(asked);
    if (config.webhooks.length > 0) {
      const webhooks = await createWebhooks({
        broker,
        engine,
        clock,
        logger,
        endpoints: config.webhooks,
        guard: { allow: config.webhookAllow },
        sensitiveFields,
      });
      opened.push(() => webhooks.close());
    }
    const keepMs = Math.max(retentionMs, YEAR_MS);
    const keeper = createSecretKeeper({ broker, asked, records, vault, clock, logger, keepMs });
    opened.push(() => keeper.close());

    const { nameOf, learn } = await createNameOf(tokens, config.person);
    let audit: Audit | undefined;
    if (config.audit !== undefined) {
      audit = await createAudit({
        path: config.audit,
        broker,
        engine,
        clock,
        logger,
        nameOf,
        newFeed: () => ring.random(6).toString("base64url"),
        newId: () => ring.random(16).toString("base64url"),
        answerOf: createAnswerOf(broker, sensitiveFields),
      });
      opened.push(audit.close);
    }
    const authenticate = createAuthenticate(tokens, learn);
    const names = [...config.allowedHosts, new URL(baseUrl).hostname];
    const server = createServerOn({
      name: "beckon",
      title: "Beckon",
      version: await readVersion(),
      description: "An inbox for agents: asks the people they work for.",
      instructions: INSTRUCTIONS,
      engine,
      ownsEngine: false,
      keys,
      clock,
      logger,
      connect: createConnect(tokens),
      http: { allowedHosts: names, allowedOrigins: config.allowedOrigins },
    });
    opened.push(() => server.close({ graceMs: GRACE_MS }));
    // Calls that wait for people are let go when the app stops: their clients hear so before the server hands runs over.
    opened.push(() => untilIdle(server, clock));
    defineTools(server, {
      broker,
      questions: createQuestions({
        broker,
        asked,
        records,
        keeper,
        clock,
        stopping: stopping.signal,
        keepMs,
      }),
      templates: config.templates,
      clock,
      findInbox,
      ring,
      askClient: config.askClient,
      audit: audit?.client,
      isStopping: () => stopping.signal.aborted,
      logger,
      waitSeconds: config.waitSeconds,
      runOfSession: (sessionId) => `session-${hash("sha256", sessionId, "base64url").slice(0, 22)}`,
    });

    const metrics = await createMetrics(authenticate, logger);
    opened.push(() => metrics.close());
    const signIn = createSignIn({
      records,
      clock,
      baseUrl,
      person: config.person,
      sessionMs: config.sessionDays * DAY_MS,
    });
    const ways = createSignInRoutes({ signIn, authenticate, baseUrl, logger });
    const api = createApi({
      broker,
      authenticate,
      clock,
      logger,
      allowedHosts: names,
      fromSpec,
      nameOf,
      sensitiveFields,
      contentFor: async (elicitation, content) =>
        keeper.content(elicitation, (await asked.get(elicitation.id))?.spec ?? specOf(elicitation), content),
    });
    const inbox = createInbox({
      api,
      baseUrl,
      identify: ways.identify,
      keys,
      clock,
      logger,
      signOut: SIGN_OUT,
    });
    const routes: readonly FetchRoute[] = [
      createHealth({ records, logger, isStopping: () => stopping.signal.aborted }),
      metrics.route,
      ways.route,
      api.fetch,
      inbox.fetch,
      toInbox,
    ];

    let closed: Promise<void> | undefined;
    const close = (): Promise<void> => {
      stopping.abort();
      closed ??= closeAll(opened, logger);
      return closed;
    };
    return {
      server,
      folder,
      tokens,
      isNew,
      hasMetrics: metrics.isThere,
      signInLink: () => signIn.link(),
      async fetch(request) {
        // Health still says what happens; everything else would meet what is closed already.
        for (const route of stopping.signal.aborted ? routes.slice(0, 1) : routes) {
          const response = await route(request);
          if (response !== undefined) return response;
        }
        return stopping.signal.aborted ? new Response(null, { status: 503 }) : undefined;
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  }
}

/** Whoever types the bare address into a browser means the inbox. */
const toInbox: FetchRoute = async ({ method, url }) =>
  (method === "GET" || method === "HEAD") && new URL(url).pathname === "/"
    ? new Response(null, { status: 303, headers: { location: INBOX_PATH } })
    : undefined;
