/**
 * Not an HTTP server: answers every segment that arrives with fixed bytes, parsing nothing. Drives the
 * load generator to its own limit, which has to lie well above the floor.
 */
import { createServer } from "node:net";
import { announce, serverArguments } from "./server-process.mjs";
import { question } from "./tools.mjs";

const idPattern = /"id":"?(\d+)/;
const elicitation = JSON.stringify({ method: "elicitation/create", params: question }).slice(1);
const requestState = "x".repeat(320);
const streamHead = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
const accepted = "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n";
/** Legacy, by the id of the call, which is the id of the question too. */
const asked = new Map();

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => answer(socket, chunk.latin1Slice()));
});

function answer(socket, request) {
  const id = idPattern.exec(request)?.[1];
  if (request.startsWith("DELETE") || id === undefined) socket.write(accepted, "latin1");
  else if (request.includes('"method":"initialize"')) openSession(socket, id);
  else if (request.includes('"inputResponses"')) sendResult(socket, id, replyTo(request));
  else if (request.includes('"name":"ask"')) ask(socket, id, request.includes("2026-07-28"));
  else if (request.includes('"method"')) sendResult(socket, id, "3");
  else takeAnswer(socket, id, replyTo(request));
}

function ask(socket, id, modern) {
  if (modern) {
    const result = `{"resultType":"input_required","inputRequests":{"go-on":{${elicitation}},"requestState":"${requestState}"}`;
    sendJson(socket, `{"jsonrpc":"2.0","id":${id},"result":${result}}`);
  } else {
    asked.set(id, socket);
    socket.write(streamHead + toChunk(`{"jsonrpc":"2.0","id":"${id}",${elicitation}`), "latin1");
  }
}

function takeAnswer(socket, id, reply) {
  socket.write(accepted, "latin1");
  asked.get(id).write(`${toChunk(toResult(id, reply))}0\r\n\r\n`, "latin1");
  asked.delete(id);
}

function openSession(socket, id) {
  const body = `{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2025-11-25"}}`;
  sendJson(socket, body, "mcp-session-id: canned\r\n");
}

function sendResult(socket, id, text) {
  sendJson(socket, toResult(id, text));
}

function sendJson(socket, body, header = "") {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${header}`;
  socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`, "latin1");
}

function replyTo(request) {
  return request.includes('"ok":true') ? "yes" : "no";
}

function toResult(id, text) {
  return `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","content":[{"type":"text","text":"${text}"}],"_meta":{}}}`;
}

function toChunk(message) {
  const event = `event: message\ndata: ${message}\n\n`;
  return `${event.length.toString(16)}\r\n${event}\r\n`;
}

server.listen(serverArguments().port, "127.0.0.1", () => announce({ port: server.address().port }));
