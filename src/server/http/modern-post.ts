// A POST of the modern era: check its headers against its body, let it in, serve it.

import type { RpcNotification, RpcRequest } from "../../protocol/json-rpc.js";
import { type ModernMeta, readModernMeta } from "../../protocol/modern-meta.js";
import { invalidRequest, RpcError } from "../../protocol/rpc-error.js";
import { Call } from "../call/call.js";
import { cancelled } from "../call/cancelled.js";
import { readClient } from "../call/client.js";
import { runCall } from "../run-call.js";
import type { Accepts } from "./accepts.js";
import { type Arrival, admit } from "./admit.js";
import { routingHeaderProblem, versionHeaderProblem } from "./modern-headers.js";
import { ModernReply } from "./modern-reply.js";
import { sendEmpty, sendError } from "./send.js";

export function serveModern(arrival: Arrival, accepts: Accepts, message: RpcRequest | RpcNotification): void {
  const { request, reply, extra } = arrival;
  // The era defines no notification for HTTP: taken from whoever may come in, and without effect.
  if (message.kind === "notification")
    return admit(arrival, undefined, undefined, () => sendEmpty(reply, 202, extra));
  const meta = checkRequest(arrival, message);
  if (meta instanceof RpcError) return sendError(reply, 400, message.id, meta, extra);
  // What it asks for comes before its result, so there must be a way to send that.
  if (message.method === "subscriptions/listen" && !accepts.stream)
    return sendError(reply, 406, message.id, invalidRequest("accept text/event-stream to listen"), extra);
  const client = readClient(meta.clientInfo, meta.clientCapabilities);
  admit(arrival, message.id, client, (access) => {
    const { http } = arrival;
    const outlet = new ModernReply(http, reply, extra, accepts.stream);
    const call = new Call({
      id: message.id,
      method: message.method,
      params: message.params,
      revision: meta.revision,
      client,
      access,
      transport: "http",
      headers: request.headers,
      sessionId: undefined,
      logLevel: meta.logLevel,
      outlet,
    });
    if (!accepts.json) outlet.begin();
    serve(arrival, call, outlet);
  });
}

function checkRequest({ request }: Arrival, message: RpcRequest): ModernMeta | RpcError {
  const mismatch = versionHeaderProblem(request.headers, message.params);
  if (mismatch) return mismatch;
  try {
    const meta = readModernMeta(message.params);
    return routingHeaderProblem(request.headers, message) ?? meta;
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

function serve({ http, reply }: Arrival, call: Call, outlet: ModernReply): void {
  runCall(http, call, outlet);
  if (call.over) return;
  // A closed response is cancellation.
  reply.onClose(() => {
    if (!call.over) call.cancel(cancelled("the client closed the response"));
  });
}
