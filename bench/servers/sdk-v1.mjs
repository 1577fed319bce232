/** The official SDK v1 with sessions on its Express app, as its examples do, without an event store. */
import { randomUUID } from "node:crypto";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { announce, serverArguments } from "./server-process.mjs";
import { question, serverInfo, toReply } from "./tools.mjs";
import { zodTools } from "./zod-tools.mjs";

const options = serverArguments();
const { add, count, ask, fillers } = zodTools(options.tools);
/** @type {Map<string, StreamableHTTPServerTransport>} */
const transports = new Map();

const app = createMcpExpressApp();
app.all("/mcp", async (request, response) => {
  const sessionId = request.headers["mcp-session-id"];
  const transport = sessionId === undefined ? await openSession() : transports.get(sessionId);
  if (transport === undefined) response.status(404).end();
  else await transport.handleRequest(request, response, request.body);
});
const listening = app.listen(options.port, "127.0.0.1", () => announce({ port: listening.address().port }));

async function openSession() {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  transport.onclose = () => transports.delete(transport.sessionId);
  await buildServer().connect(transport);
  return transport;
}

function buildServer() {
  const server = new McpServer(serverInfo);
  register(server, add, async ({ a, b }) => asResult(String(a + b)));
  if (options.progress) register(server, count, countWithProgress);
  if (options.ask) {
    register(server, ask, async () => asResult(toReply(await server.server.elicitInput(question))));
  }
  for (const filler of fillers) register(server, filler, async ({ query }) => asResult(query));
  return server;
}

function register(server, { name, description, input }, handler) {
  server.registerTool(name, { description, inputSchema: input }, handler);
}

async function countWithProgress({ steps }, extra) {
  const { progressToken } = extra._meta;
  for (let progress = 1; progress <= steps; progress++) {
    const params = { progressToken, progress, total: steps };
    await extra.sendNotification({ method: "notifications/progress", params });
  }
  return asResult(String(steps));
}

function asResult(text) {
  return { content: [{ type: "text", text }] };
}
