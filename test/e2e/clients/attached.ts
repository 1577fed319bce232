// Official clients with a responder of Beckon's behind them, each on an asking server of its own.

import { resolve } from "node:path";
import * as v2 from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Responder } from "beckon";
import { type Answering, type AnswerOptions, answerElicitations } from "beckon/client";
import { listen } from "beckon/node";
import { startAskingServer } from "../servers/asking.js";
import { stopListening } from "../wire/stop-listening.js";
import { LogWatcher } from "./log-watcher.js";
import { type ToolResult, textOf } from "./peer.js";

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/** A host: an official client, and somebody who answers. */
export interface Attached extends AsyncDisposable {
  readonly answering: Answering;
  /** What the adapter logged. */
  readonly log: LogWatcher;
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  text(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<string>;
  prompt(name: string, args: Record<string, string>): Promise<unknown>;
  read(uri: string): Promise<unknown>;
}

type Place = { readonly url: URL } | { readonly command: string; readonly args: string[] };

interface Connected {
  readonly answering: Answering;
  readonly call: Attached["call"];
  readonly prompt: Attached["prompt"];
  readonly read: Attached["read"];
  readonly close: () => Promise<void>;
}

type Connect = (place: Place, responder: Responder, options: AnswerOptions) => Promise<Connected>;

const connectV2 =
  (mode: v2.VersionNegotiationMode): Connect =>
  async (place, responder, options) => {
    const client = new v2.Client({ name: "host-v2", version: "1.0.0" }, { versionNegotiation: { mode } });
    const answering = await answerElicitations(client, responder, options);
    await client.connect(
      "url" in place
        ? new v2.StreamableHTTPClientTransport(place.url)
        : new StdioV2({ ...place, stderr: "ignore" }),
    );
    return {
      answering,
      call: (name, args = {}, sent) =>
        client.callTool({ name, arguments: args }, sent) as Promise<ToolResult>,
      prompt: (name, args) => client.getPrompt({ name, arguments: args }),
      read: (uri) => client.readResource({ uri }),
      close: () => client.close(),
    };
  };

const connectV1: Connect = async (place, responder, options) => {
  const client = new ClientV1({ name: "host-v1", version: "1.0.0" });
  const answering = await answerElicitations(client, responder, options);
  const transport = "url" in place ? new HttpV1(place.url) : new StdioV1({ ...place, stderr: "ignore" });
  // Its classes declare `sessionId` in a way that exactOptionalPropertyTypes does not accept.
  await client.connect(transport as TransportV1);
  return {
    answering,
    call: (name, args = {}, sent) =>
      client.callTool({ name, arguments: args }, undefined, sent) as Promise<ToolResult>,
    prompt: (name, args) => client.getPrompt({ name, arguments: args }),
    read: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
};

const clients = {
  "sdk v1": { era: "legacy", connect: connectV1 },
  "client v2, legacy": { era: "legacy", connect: connectV2("legacy") },
  "client v2, modern": { era: "modern", connect: connectV2({ pin: "2026-07-28" }) },
} as const;

const program = resolve(import.meta.dirname, "../../../.cache/e2e/stdio.js");

export interface AttachedRow {
  readonly label: string;
  readonly era: "legacy" | "modern";
  readonly attach: (responder: Responder, options?: AnswerOptions) => Promise<Attached>;
}

export const attachedRows: readonly AttachedRow[] = (["http", "stdio"] as const).flatMap((transport) =>
  Object.entries(clients).map(([name, { era, connect }]) => ({
    label: `${name} over ${transport}`,
    era,
    attach: (responder: Responder, options: AnswerOptions = {}) =>
      (transport === "http" ? attachHttp : attachStdio)(connect, responder, options),
  })),
);

async function attachHttp(connect: Connect, responder: Responder, options: AnswerOptions): Promise<Attached> {
  const { server, close } = await startAskingServer({ logger: new LogWatcher().logger() });
  const listening = await listen(server, { port: 0, keepSignals: true });
  return attached(connect, { url: new URL(listening.url) }, responder, options, async () => {
    await stopListening(server, listening);
    await close();
  });
}

const attachStdio = (connect: Connect, responder: Responder, options: AnswerOptions): Promise<Attached> =>
  attached(
    connect,
    { command: process.execPath, args: [program, "asking"] },
    responder,
    options,
    async () => {},
  );

async function attached(
  connect: Connect,
  place: Place,
  responder: Responder,
  options: AnswerOptions,
  stop: () => Promise<void>,
): Promise<Attached> {
  const log = new LogWatcher();
  const host = await connect(place, responder, { server: "asking", logger: log.logger(), ...options });
  return {
    answering: host.answering,
    log,
    call: host.call,
    prompt: host.prompt,
    read: host.read,
    text: async (tool, args, sent) => textOf(await host.call(tool, args, sent)),
    [Symbol.asyncDispose]: async () => {
      await host.close();
      await stop();
    },
  };
}
