// Connects to a server with a client of our own choosing, and a responder behind it.

import type { Client, Transport } from "@modelcontextprotocol/client";
import { systemClock } from "../core/clock.js";
import type { Responder } from "../core/elicitation/responder.js";
import { BeckonError } from "../core/errors.js";
import { withDefaults } from "../core/with-defaults.js";
import { type Answering, type AnswerOptions, answerElicitations } from "./answer-elicitations.js";
import { patientFetch } from "./patient-fetch.js";
import { type ServerTarget, type StdioCommand, targetOf } from "./server-target.js";

/** How to connect, besides how to answer. */
export interface ConnectClientOptions extends AnswerOptions {
  /** How the client introduces itself. @default "beckon" */
  readonly name?: string;
  /** The version of your host. @default "0.0.0" */
  readonly version?: string;
  /** Which era to speak; `"auto"` finds out what the server knows, the modern one first. @default "auto" */
  readonly era?: "auto" | "legacy" | "modern";
  /** Headers of every request over HTTP, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What HTTP is spoken with. @default the platform's fetch */
  readonly fetch?: typeof fetch;
  /** What becomes of the standard error of a command. @default "inherit" */
  readonly stderr?: "inherit" | "ignore";
  /** Gives up connecting. */
  readonly signal?: AbortSignal;
}

const defaults: Required<Pick<ConnectClientOptions, "name" | "version" | "era" | "stderr">> = {
  name: "beckon",
  version: "0.0.0",
  era: "auto",
  stderr: "inherit",
};

const MODERN = "2026-07-28";

/** A client that is connected, and what it took. */
export interface ConnectedClient extends AsyncDisposable {
  /** The official client, to call tools with. */
  readonly client: Client;
  /** The era that was agreed on. */
  readonly era: "legacy" | "modern";
  /** The responder at work. */
  readonly answering: Answering;
  /** Ends the session and the connection; a command that was started is stopped. */
  close(): Promise<void>;
}

/**
 * Connects to a server by its url (Streamable HTTP) or by the command that starts it (stdio), in the era that both
 * know. People read its origin or its command beside its name, unless `origin` says otherwise. In the modern era, a
 * server on HTTP that is away while a person answers is waited for, up to a minute.
 *
 * @example
 * import { defineResponder } from "beckon";
 * import { connectClient } from "beckon/client";
 *
 * const yes = defineResponder(["form"], async () => ({ action: "accept", content: {} }));
 * await using connected = await connectClient("http://127.0.0.1:3000/mcp", yes);
 * const { tools } = await connected.client.listTools();
 */
export async function connectClient(
  target: ServerTarget,
  responder: Responder,
  options: ConnectClientOptions = {},
): Promise<ConnectedClient> {
  const { name, version, era, stderr } = withDefaults(defaults, options);
  const place = targetOf(target);
  const { Client: OfficialClient, StreamableHTTPClientTransport } = await importPackage(
    () => import("@modelcontextprotocol/client"),
  );
  const client = new OfficialClient(
    { name, version },
    { versionNegotiation: { mode: era === "modern" ? { pin: MODERN } : era } },
  );
  const answering = await answerElicitations(client, responder, { origin: place.called, ...options });
  const transport =
    place.kind === "http"
      ? new StreamableHTTPClientTransport(place.url, {
          requestInit: { headers: { ...options.headers } },
          fetch: patientFetch(options.fetch ?? globalThis.fetch, options.clock ?? systemClock),
        })
      : await openStdio(place.command, stderr);
  const close = async (): Promise<void> => {
    answering.close();
    // A session that is not ended would stay until it is forgotten.
    if ("terminateSession" in transport && transport.sessionId !== undefined)
      await transport.terminateSession().catch(() => {
        // The server is gone already, and its session with it.
      });
    await client.close();
  };
  try {
    await client.connect(transport as Transport, options.signal && { signal: options.signal });
  } catch (error) {
    await close();
    throw new BeckonError("unreachable", `Could not connect to ${place.called}.`, { cause: error });
  }
  return {
    client,
    era: client.getProtocolEra() === "modern" ? "modern" : "legacy",
    answering,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openStdio(command: StdioCommand, stderr: "inherit" | "ignore"): Promise<Transport> {
  const { StdioClientTransport } = await importPackage(() => import("@modelcontextprotocol/client/stdio"));
  const { args = [], env, ...rest } = command;
  return new StdioClientTransport({ ...rest, args: [...args], ...(env && { env: { ...env } }), stderr });
}

async function importPackage<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new BeckonError(
      "unreachable",
      "connectClient needs the package @modelcontextprotocol/client, which cannot be loaded. Install it beside beckon.",
      { cause },
    );
  }
}
