// The official client of the first generation, `@modelcontextprotocol/sdk`.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { toPage } from "./client-v2.js";
import type { Link } from "./connect.js";
import type { ListName, Peer, ToolResult } from "./peer.js";
import { modelSays, type Person, ROOTS, type Shown } from "./person.js";

export async function connectV1(link: Link): Promise<Peer> {
  const { inbox, log } = link;
  const client = new Client(
    { name: "e2e-v1", version: "1.32.2" },
    { capabilities: link.person?.abilities ?? {} },
  );
  if (link.person) introduce(client, link.person);
  client.fallbackNotificationHandler = async ({ method, params }) => inbox.put(method, params);
  const transport =
    link.kind === "http"
      ? new StreamableHTTPClientTransport(new URL(link.url), {
          fetch: link.fetch,
          requestInit: { headers: link.headers },
        })
      : new StdioClientTransport({ ...link.command, stderr: "pipe" });
  if (transport instanceof StdioClientTransport)
    transport.stderr?.on("data", (chunk) => log.add(String(chunk)));
  // Its classes declare `sessionId` in a way that exactOptionalPropertyTypes does not accept.
  await client.connect(transport as Transport);

  return {
    era: "legacy",
    revision: transport instanceof StreamableHTTPClientTransport ? transport.protocolVersion : undefined,
    serverInfo: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    inbox,
    log,
    call: (name, args = {}, { logLevel: _, meta, ...options } = {}) =>
      client.callTool(
        { name, arguments: args, ...(meta && { _meta: meta }) },
        undefined,
        options,
      ) as Promise<ToolResult>,
    page: async (list, cursor) => toPage(list, await requestPage(client, list, cursor)),
    getPrompt: (name, args) => client.getPrompt(args === undefined ? { name } : { name, arguments: args }),
    readResource: (uri) => client.readResource({ uri }),
    complete: (params) => client.complete(params),
    ping: () => client.ping(),
    setLogLevel: (level) => client.setLoggingLevel(level),
    async listen(uris = []) {
      await link.streaming;
      for (const uri of uris) await client.subscribeResource({ uri });
      return () => Promise.all(uris.map((uri) => client.unsubscribeResource({ uri })));
    },
    terminate: async () => {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
    },
    close: () => client.close(),
  };
}

/** Puts a person in front of the client. */
function introduce(client: Client, person: Person): void {
  const { elicitation, sampling, roots } = person.abilities;
  if (elicitation)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) => ({
      // Its type wants an index signature.
      ...(await person.show(params as Shown, signal)),
    }));
  if (sampling)
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
      model: "e2e",
      role: "assistant",
      content: { type: "text", text: modelSays(params.messages[0]?.content) },
    }));
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: ROOTS }));
}

function requestPage(client: Client, list: ListName, cursor: string | undefined): Promise<unknown> {
  const params = cursor === undefined ? {} : { cursor };
  switch (list) {
    case "tools":
      return client.listTools(params);
    case "prompts":
      return client.listPrompts(params);
    case "resources":
      return client.listResources(params);
    case "resourceTemplates":
      return client.listResourceTemplates(params);
  }
}
