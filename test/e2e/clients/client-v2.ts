// The official client of the second generation, `@modelcontextprotocol/client`.

import {
  Client,
  LOG_LEVEL_META_KEY,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Link } from "./connect.js";
import type { ListName, Page, Peer, ToolResult } from "./peer.js";
import { modelSays, type Person, ROOTS, type Shown } from "./person.js";

/** Connects it; `mode` says how it finds out which era to speak. */
export async function connectV2(mode: VersionNegotiationMode, link: Link): Promise<Peer> {
  const { inbox, log } = link;
  const client = new Client(
    { name: "e2e-v2", version: "2.4.0" },
    { versionNegotiation: { mode }, capabilities: link.person?.abilities ?? {} },
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
  await client.connect(transport);
  const era = client.getProtocolEra() ?? "legacy";

  return {
    era,
    revision: client.getNegotiatedProtocolVersion(),
    serverInfo: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    inbox,
    log,
    call: (name, args = {}, { logLevel, meta, ...options } = {}) => {
      const _meta = { ...meta, ...(logLevel !== undefined && { [LOG_LEVEL_META_KEY]: logLevel }) };
      const params = { name, arguments: args, ...(Object.keys(_meta).length > 0 && { _meta }) };
      return client.callTool(params, options) as Promise<ToolResult>;
    },
    page: async (list, cursor) => toPage(list, await requestPage(client, list, cursor)),
    getPrompt: (name, args) => client.getPrompt(args === undefined ? { name } : { name, arguments: args }),
    readResource: (uri) => client.readResource({ uri }),
    complete: (params) => client.complete(params),
    ping: () => client.ping(),
    setLogLevel: (level) => client.setLoggingLevel(level),
    async listen(uris = []) {
      if (era === "legacy") {
        await link.streaming;
        for (const uri of uris) await client.subscribeResource({ uri });
        return () => Promise.all(uris.map((uri) => client.unsubscribeResource({ uri })));
      }
      const subscription = await client.listen({
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        ...(uris.length > 0 && { resourceSubscriptions: [...uris] }),
      });
      return () => subscription.close();
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
    client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => ({
      // Its type wants an index signature.
      ...(await person.show(params as Shown, mcpReq.signal)),
    }));
  if (sampling)
    client.setRequestHandler("sampling/createMessage", ({ params }) => ({
      model: "e2e",
      role: "assistant",
      content: { type: "text", text: modelSays(params.messages[0]?.content) },
    }));
  if (roots) client.setRequestHandler("roots/list", () => ({ roots: ROOTS }));
}

/** One page: without a cursor the client's own methods would walk through all of them. */
function requestPage(client: Client, list: ListName, cursor: string | undefined): Promise<unknown> {
  const params = cursor === undefined ? {} : { cursor };
  switch (list) {
    case "tools":
      return client.request({ method: "tools/list", params });
    case "prompts":
      return client.request({ method: "prompts/list", params });
    case "resources":
      return client.request({ method: "resources/list", params });
    case "resourceTemplates":
      return client.request({ method: "resources/templates/list", params });
  }
}

export function toPage(list: ListName, result: unknown): Page {
  const page = result as { readonly nextCursor?: string } & Record<ListName, Page["items"]>;
  return { items: page[list], nextCursor: page.nextCursor };
}
