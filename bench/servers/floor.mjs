/**
 * The floor: bare `node:http` that reads a body, parses it and stringifies the answer Beckon would
 * give. It checks nothing but the session id, so no MCP server on `node:http` can be expected above it.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { announce, serverArguments } from "./server-process.mjs";
import { addTool, askTool, countTool, fillerTools, question, serverInfo, toReply } from "./tools.mjs";

const options = serverArguments();
const tools = [
  addTool,
  ...(options.progress ? [countTool] : []),
  ...(options.ask ? [askTool] : []),
  ...fillerTools(options.tools),
];
const modernMeta = { "io.modelcontextprotocol/serverInfo": serverInfo };
/** @type {Map<string, { id: string }>} */
const sessions = new Map();
/** @type {Map<string, { callId: number, response: import("node:http").ServerResponse }>} Legacy, by the question's id. */
const questions = new Map();
const elicitation = { method: "elicitation/create", params: { mode: "form", ...question } };
/** About as long as the sealed state that Beckon sends with its first question. */
const requestState = randomBytes(147).toString("base64url");

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
  if (message.method === undefined) return takeAnswer(response, message);

  if (message.method === "tools/list") {
    const list = modern
      ? { resultType: "complete", tools, ttlMs: 0, cacheScope: "public", _meta: modernMeta }
      : { tools };
    return sendJson(response, { jsonrpc: "2.0", id: message.id, result: list });
  }
  const { name, arguments: given, _meta } = message.params;
  if (name === "count") return sendCount(response, message.id, given.steps, _meta.progressToken, modern);
  if (name === "ask") return modern ? askByReturning(response, message) : askOnStream(response, message.id);
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

function askByReturning(response, { id, params: { inputResponses } }) {
  const result =
    inputResponses === undefined
      ? {
          resultType: "input_required",
          inputRequests: { "go-on": elicitation },
          requestState,
          _meta: modernMeta,
        }
      : textResult(toReply(inputResponses["go-on"]), true);
  sendJson(response, { jsonrpc: "2.0", id, result });
}

function askOnStream(response, callId) {
  const id = randomUUID();
  questions.set(id, { callId, response });
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.write(toEvent({ jsonrpc: "2.0", id, ...elicitation }));
}

function takeAnswer(response, { id, result }) {
  response.writeHead(202).end();
  const asked = questions.get(id);
  questions.delete(id);
  asked.response.end(
    toEvent({ jsonrpc: "2.0", id: asked.callId, result: textResult(toReply(result), false) }),
  );
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
