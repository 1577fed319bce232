/**
 * The floor: bare `node:http` that reads a body, parses it and stringifies the answer Beckon would
 * give. It checks nothing but the session id, so no MCP server on `node:http` can be expected above it.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { announce, serverArguments } from "./server-process.mjs";
import { addTool, countTool, fillerTools, serverInfo } from "./tools.mjs";

const options = serverArguments();
const tools = [addTool, ...(options.progress ? [countTool] : []), ...fillerTools(options.tools)];
const modernMeta = { "io.modelcontextprotocol/serverInfo": serverInfo };
/** @type {Map<string, { id: string }>} */
const sessions = new Map();

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    if (request.method === "DELETE") endSession(request, response);
    else answer(request, response, JSON.parse(body.toString()));
  });
});

function answer(request, response, message) {
  if (message.method === "initialize") return openSession(response, message);
  const modern = request.headers["mcp-protocol-version"] === "2026-07-28";
  if (!modern && !sessions.has(request.headers["mcp-session-id"])) return response.writeHead(404).end();
  if (message.id === undefined) return response.writeHead(202).end();

  if (message.method === "tools/list") {
    const list = modern
      ? { resultType: "complete", tools, ttlMs: 0, cacheScope: "public", _meta: modernMeta }
      : { tools };
    return sendJson(response, { jsonrpc: "2.0", id: message.id, result: list });
  }
  const { name, arguments: given, _meta } = message.params;
  if (name === "count") return sendCount(response, message.id, given.steps, _meta.progressToken, modern);
  sendJson(response, {
    jsonrpc: "2.0",
    id: message.id,
    result: textResult(String(given.a + given.b), modern),
  });
}

function textResult(text, modern) {
  const content = [{ type: "text", text }];
  return modern ? { resultType: "complete", content, _meta: modernMeta } : { content };
}

function sendJson(response, message, headers = {}) {
  const body = JSON.stringify(message);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

function sendCount(response, id, steps, progressToken, modern) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (let progress = 1; progress <= steps; progress++) {
    const params = { progressToken, progress, total: steps };
    response.write(toEvent({ jsonrpc: "2.0", method: "notifications/progress", params }));
  }
  response.end(toEvent({ jsonrpc: "2.0", id, result: textResult(String(steps), modern) }));
}

function toEvent(message) {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

function openSession(response, { id, params }) {
  const sessionId = randomUUID();
  sessions.set(sessionId, { id: sessionId });
  const result = { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
  sendJson(response, { jsonrpc: "2.0", id, result }, { "mcp-session-id": sessionId });
}

function endSession(request, response) {
  sessions.delete(request.headers["mcp-session-id"]);
  response.writeHead(204).end();
}

server.listen(options.port, "127.0.0.1", () => announce({ port: server.address().port }));
