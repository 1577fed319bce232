// `beckon serve`: reads the configuration, opens the app, and listens.

import type { AddressInfo } from "node:net";
import { createServer as createNetServer } from "node:net";
import { type Clock, systemClock } from "../core/clock.js";
import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { consoleLogger, type Logger } from "../core/logger.js";
import { type Listening, listen } from "../node/listen.js";
import { serveStdio } from "../node/serve-stdio.js";
import type { SignInLink } from "./access/sign-in.js";
import type { Tokens } from "./access/tokens.js";
import type { AppConfig } from "./config/config.js";
import { type ConfigSources, readConfig } from "./config/read-config.js";
import { type App, createApp } from "./create-app.js";
import { inboxUrl } from "./inbox-urls.js";
import { MEMORY } from "./open-engine.js";
import { findOther, findRunning, type RunningServer } from "./running-server.js";
import { startText } from "./start-text.js";
import type { StateFolder } from "./state-folder.js";

/** How to serve. */
export interface ServeOptions extends ConfigSources {
  /** Where warnings and errors go. @default standard error */
  readonly logger?: Logger;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
}

/** An app that serves. */
export interface RunningApp {
  readonly config: AppConfig;
  /** Where people and programs reach it, without a path. */
  readonly baseUrl: string;
  /** The MCP endpoint. */
  readonly mcpUrl: string;
  /** Where people answer: here, or at the server that has the state folder and the engine already. Absent when neither is there. */
  readonly inboxUrl: string | undefined;
  readonly folder: StateFolder;
  readonly tokens: Tokens;
  /** False when the server of the state folder has the inbox, or another process the port, and this one serves standard input only. */
  readonly isListening: boolean;
  /** What to print: where to look, and how to set up hosts. Has a sign-in link of one use in it. */
  startText(): Promise<string>;
  signInLink(): Promise<SignInLink>;
  /** Stops in order. */
  close(): Promise<void>;
  /** Resolves when everything is closed, whoever closed it: with `stdio` the client's hanging up does. */
  readonly closed: Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves until it is closed. Signals are left to whoever calls. Rejects, with nothing left open, when it cannot begin. */
export async function serve(options: ServeOptions = {}): Promise<RunningApp> {
  const { logger = consoleLogger, clock = systemClock } = options;
  const config = await readConfig(options);
  const joined = config.stdio ? await findShared(config, findOther) : undefined;
  const port = joined === undefined && config.port === 0 ? await findFreePort(config.host) : config.port;
  const baseUrl = joined?.url ?? config.baseUrl ?? `http://${hostInUrl(config.host)}:${port}`;
  let listening: Listening | undefined;
  const findInbox = (): Promise<string | undefined> => findInboxOf(config, listening, baseUrl);
  const app = await createApp({ config, baseUrl, findInbox, logger, clock });
  try {
    if (joined === undefined) listening = await listenTo(app, config, port, logger);
    return await begin(app, listening, config, baseUrl, await findInbox());
  } catch (error) {
    await listening?.close();
    await app.close();
    throw error;
  }
}

/** Listens, unless another process has the port and there is standard input to serve. */
async function listenTo(
  { server, fetch }: App,
  { host, stdio, engine }: AppConfig,
  port: number,
  logger: Logger,
): Promise<Listening | undefined> {
  try {
    return await listen(server, { host, port, fetch, keepSignals: true, graceMs: 0 });
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (!stdio)
      throw new BeckonError(
        "invalid-option",
        `Port ${port} is taken. Give another with --port, or 0 for any that is free.`,
      );
    if (engine === MEMORY)
      throw new BeckonError(
        "invalid-option",
        `Port ${port} is taken, and no other inbox shows what this process has in memory. Give another with --port, or 0 for any that is free.`,
      );
    logger.warn(
      `Port ${port} is taken, so that this process serves standard input only. If beckon serve has it with the same state folder and engine, its inbox shows what is asked here.`,
    );
    return undefined;
  }
}

/** A server of the state folder outlives a process on standard input, and so do links to it. */
async function findInboxOf(
  config: AppConfig,
  listening: Listening | undefined,
  baseUrl: string,
): Promise<string | undefined> {
  const own = listening === undefined ? undefined : baseUrl;
  return config.stdio ? ((await findShared(config, findRunning))?.url ?? own) : own;
}

/** Whoever has the port may be anybody: only what runs on the same state folder and engine shows what is asked here. */
async function findShared(
  { state, engine }: AppConfig,
  find: (state: string) => Promise<RunningServer | undefined>,
): Promise<RunningServer | undefined> {
  if (engine === MEMORY) return undefined;
  const running = await find(state);
  // What was killed in a container often had the number that this process has.
  return running?.engine === engine && running.pid !== process.pid ? running : undefined;
}

/** True when another process has the port. */
const isTaken = (error: unknown): boolean =>
  error instanceof BeckonError && isObject(error.cause) && error.cause.code === "EADDRINUSE";

async function begin(
  app: App,
  listening: Listening | undefined,
  config: AppConfig,
  baseUrl: string,
  inboxBase: string | undefined,
): Promise<RunningApp> {
  let tellClosed = (): void => {};
  const closed = new Promise<void>((resolve) => {
    tellClosed = resolve;
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= app
      .close()
      // The server is closed by now; what is left are connections.
      .then(() => listening?.close())
      .finally(tellClosed);
    return closing;
  };
  if (config.stdio) {
    const line = await serveStdio(app.server);
    void line.closed.then(close);
  }
  const { folder, tokens, hasMetrics } = app;
  const mcpUrl = `${baseUrl}/mcp`;
  return {
    config,
    baseUrl,
    mcpUrl,
    inboxUrl: inboxBase === undefined ? undefined : inboxUrl(inboxBase),
    folder,
    tokens,
    isListening: listening !== undefined,
    async startText() {
      const { url } = await app.signInLink();
      return startText({
        signInUrl: url,
        mcpUrl,
        baseUrl,
        config,
        folder,
        hasMetrics,
        command: ownCommand(process.argv[1] ?? ""),
        typed: typedCommand(process.argv[1] ?? ""),
      });
    },
    signInLink: () => app.signInLink(),
    close,
    closed,
    [Symbol.asyncDispose]: close,
  };
}

const hostInUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** A port that nobody has just now. Links are made before it is bound, so that it must be known. */
async function findFreePort(host: string): Promise<number> {
  const probe = createNetServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, host, resolve);
  });
  // Bound to a port; only pipes have addresses of another kind.
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** What a host starts this command line with: what was started here, unless that was for once only. */
const ownCommand = (script: string): readonly string[] =>
  /[\\/]cli[\\/]main\.js$/.test(script) && !/[\\/]_npx[\\/]/.test(script)
    ? [process.execPath, script]
    : ["npx", "-y", "beckon"];

/** What a person types to start it: the bare name works only where it was started by it. */
export const typedCommand = (script: string): string =>
  /[\\/]beckon$/.test(script) && !/[\\/]node_modules[\\/]\.bin[\\/]/.test(script) ? "beckon" : "npx beckon";
