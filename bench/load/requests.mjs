/** The requests of both eras, ready to be written to a socket; only the id changes from one to the next. */

export const progressSteps = 20;

/** Ids are all of this many digits, so that the content-length of a request never changes. */
export const firstId = 1_000_000;

const clientInfo = { name: "bench", version: "1" };
const idHole = "@@@@@@@";

const calls = {
  add: { method: "tools/call", params: { name: "add", arguments: { a: 1, b: 2 } } },
  /** The same tool where it takes no arguments. */
  bare: { method: "tools/call", params: { name: "add" } },
  count: { method: "tools/call", params: { name: "count", arguments: { steps: progressSteps } } },
  list: { method: "tools/list", params: {} },
  ask: { method: "tools/call", params: { name: "ask", arguments: {} } },
};

const elicitation = { elicitation: { form: {} } };

/**
 * @typedef {keyof typeof calls} CallName
 * @typedef {object} Target
 * @property {number} port
 * @property {string} path
 */

/**
 * @param {Target} target
 * @param {{ era: "modern" | "legacy", call: CallName, sessionId?: string }} options
 * @returns {(id: number) => string}
 */
export function callRequest(target, { era, call, sessionId }) {
  const { method, params } = calls[call];
  const meta = {
    ...(era === "modern" && modernMeta(call)),
    ...(call === "count" && { progressToken: Number(firstId) }),
  };
  const message = {
    jsonrpc: "2.0",
    id: firstId,
    method,
    params: Object.keys(meta).length === 0 ? params : { ...params, _meta: meta },
  };
  const body = JSON.stringify(message).replaceAll(String(firstId), idHole);
  const headers = era === "modern" ? modernHeaders(call) : legacyHeaders(sessionId);
  const parts = postRequest(target, headers)(body).split(idHole);
  // One hole, or two where the progress token is the id as well.
  return parts.length === 2
    ? (id) => parts[0] + id + parts[1]
    : (id) => parts[0] + id + parts[1] + id + parts[2];
}

/**
 * The retry of `ask` in the modern era, with the answer to its one question.
 * @param {Target} target
 * @returns {(id: number, key: string, ok: boolean, requestState: string | undefined) => string}
 */
export function retryRequest(target) {
  const { method, params } = calls.ask;
  const _meta = modernMeta("ask");
  const post = postRequest(target, modernHeaders("ask"));
  return (id, key, ok, requestState) => {
    const inputResponses = { [key]: { action: "accept", content: { ok } } };
    return post(
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        method,
        params: { ...params, inputResponses, requestState, _meta },
      }),
    );
  };
}

/**
 * The answer to a question in the legacy era.
 * @param {Target} target
 * @param {string} sessionId
 * @returns {(questionId: string | number, ok: boolean) => string}
 */
export function answerRequest(target, sessionId) {
  const post = postRequest(target, legacyHeaders(sessionId));
  return (questionId, ok) =>
    post(JSON.stringify({ jsonrpc: "2.0", id: questionId, result: { action: "accept", content: { ok } } }));
}

/**
 * Opens the stream of a legacy session.
 * @param {Target} target
 * @param {string} sessionId
 */
export function listenRequest({ port, path }, sessionId) {
  const headers = { host: `127.0.0.1:${port}`, accept: "text/event-stream", ...legacyHeaders(sessionId) };
  return `GET ${path} HTTP/1.1\r\n${toLines(headers)}\r\n`;
}

/**
 * @param {Target} target
 * @param {boolean} askable  Whether the client can be asked.
 */
export function initializeRequest(target, askable) {
  const capabilities = askable ? elicitation : {};
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
  return postRequest(target, {})(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
}

/**
 * @param {Target} target
 * @param {string | undefined} sessionId
 */
export function initializedRequest(target, sessionId) {
  const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  return postRequest(target, legacyHeaders(sessionId))(body);
}

/**
 * @param {Target} target
 * @param {string} sessionId
 */
export function deleteRequest({ port, path }, sessionId) {
  const headers = { host: `127.0.0.1:${port}`, ...legacyHeaders(sessionId) };
  return `DELETE ${path} HTTP/1.1\r\n${toLines(headers)}\r\n`;
}

function legacyHeaders(sessionId) {
  return {
    "mcp-protocol-version": "2025-11-25",
    ...(sessionId !== undefined && { "mcp-session-id": sessionId }),
  };
}

export function modernHeaders(call) {
  const { method, params } = calls[call];
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(params.name && { "mcp-name": params.name }),
  };
}

export function modernMeta(call) {
  return {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": call === "ask" ? elicitation : {},
  };
}

/** @returns {(body: string) => string} */
function postRequest({ port, path }, headers) {
  const all = {
    host: `127.0.0.1:${port}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  const head = `POST ${path} HTTP/1.1\r\n${toLines(all)}content-length: `;
  return (body) => `${head}${body.length}\r\n\r\n${body}`;
}

function toLines(headers) {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
