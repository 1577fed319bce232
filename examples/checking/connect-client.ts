// The official client, connected over HTTP in the era of your choice.

import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export type ClientEra = "legacy" | "modern";

/** Connects, with a bearer token if there is one; the client closes when it goes out of scope. */
export async function connectClient(
  url: string,
  era: ClientEra,
  options: ClientOptions = {},
  token?: string,
): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: "check", version: "1.0.0" },
    { ...options, versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  });
  await client.connect(transport);
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      if (era === "legacy") await transport.terminateSession();
      await client.close();
    },
  });
}
