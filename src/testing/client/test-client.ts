// Connects a client for tests: it drives a server in memory, in either era, and answers by a script.

import type { Server } from "../../server/server.js";
import type { MakeServer } from "../server-kit.js";
import { createTracedClient, type TestClient, type TestClientOptions } from "./traced-client.js";

/**
 * Connects a client to a server, without a socket. A call fails when the script has no answer to what it asks.
 *
 * @example
 * import { createServer } from "beckon";
 * import { accept, testClient } from "beckon/testing";
 *
 * const server = createServer({ name: "files", version: "1.0.0" });
 * server.tool("delete", {}, async (_, ctx) => ((await ctx.confirm("Delete it?")) ? "Deleted." : "Kept."));
 *
 * const client = await testClient(server, { era: "legacy", answers: [accept({ confirmed: true })] });
 * const { text } = await client.callTool("delete");
 * await client.close();
 */
export async function testClient(
  server: Server | MakeServer,
  options: TestClientOptions = {},
): Promise<TestClient> {
  const { client } = await createTracedClient(server, options);
  return client;
}
