/** The official SDK v2 with legacy sessions: one `NodeStreamableHTTPServerTransport` and one server per session. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
} from "@modelcontextprotocol/node";
import { sdkV2Server } from "./sdk-v2-server.mjs";
import { announce, serverArguments } from "./server-process.mjs";
import { zodTools } from "./zod-tools.mjs";

const options = serverArguments();
const tools = zodTools(options.tools);
const asking = options.ask ? (options.shim ? "input-required" : "elicit-input") : undefined;
const validHost = localhostHostValidation();
const validOrigin = localhostOriginValidation();
/** @type {Map<string, NodeStreamableHTTPServerTransport>} */
const transports = new Map();

const server = createServer(async (request, response) => {
  if (!validHost(request, response) || !validOrigin(request, response)) return;
  const sessionId = request.headers["mcp-session-id"];
  const transport = sessionId === undefined ? await openSession() : transports.get(sessionId);
  if (transport === undefined) response.writeHead(404).end();
  else await transport.handleRequest(request, response);
});

async function openSession() {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  transport.onclose = () => transports.delete(transport.sessionId);
  await sdkV2Server(tools, { ...options, asking }).connect(transport);
  return transport;
}

server.listen(options.port, "127.0.0.1", () => announce({ port: server.address().port }));
