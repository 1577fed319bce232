/** Opens and ends legacy sessions on a connection. */
import { messagesOf } from "./check-answer.mjs";
import { headerOf } from "./connection.mjs";
import { deleteRequest, initializedRequest, initializeRequest } from "./requests.mjs";

/**
 * `initialize` and `notifications/initialized`. Resolves to the session id, or undefined where the server keeps none.
 *
 * @param {import("./connection.mjs").Connection} connection
 * @param {import("./requests.mjs").Target} target
 * @param {{ askable?: boolean }} [options]  Whether the client can be asked.
 * @returns {Promise<string | undefined>}
 */
export async function openSession(connection, target, { askable = false } = {}) {
  const opened = await exchange(connection, initializeRequest(target, askable));
  const version = messagesOf(opened).at(-1)?.result?.protocolVersion;
  if (opened.status !== 200 || version !== "2025-11-25") {
    throw new Error(`initialize was refused: status ${opened.status}, ${opened.body.slice(0, 600)}`);
  }
  const sessionId = headerOf(opened.head, "mcp-session-id");
  const noted = await exchange(connection, initializedRequest(target, sessionId));
  if (noted.status !== 202)
    throw new Error(`notifications/initialized got status ${noted.status} instead of 202.`);
  return sessionId;
}

/**
 * @param {import("./connection.mjs").Connection} connection
 * @param {import("./requests.mjs").Target} target
 * @param {string} sessionId
 */
export async function endSession(connection, target, sessionId) {
  const { status } = await exchange(connection, deleteRequest(target, sessionId));
  if (status !== 200 && status !== 202 && status !== 204) throw new Error(`DELETE got status ${status}.`);
}

/** @returns {Promise<import("./connection.mjs").Answer>} */
function exchange(connection, request) {
  return new Promise((resolve) => connection.send(request, resolve));
}
