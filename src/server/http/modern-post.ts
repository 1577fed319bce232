// A POST of the modern era: check its headers against its body, let it in, serve it.

import { isPromise } from "../../core/maybe-promise.js";
import type { RpcNotification, RpcRequest } from "../../protocol/json-rpc.js";
import { type ModernMeta, readModernMeta } from "../../protocol/modern-meta.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { readClient } from "../client.js";
import { Call } from "../dispatch/call.js";
import { dispatch, type Response } from "../dispatch/dispatch.js";
import type { Accepts } from "./accepts.js";
import { type Arrival, admit } from "./admit.js";
import { routingHeaderProblem, versionHeaderProblem } from "./modern-headers.js";
import { ModernReply } from "./modern-reply.js";
import { sendEmpty, sendError } from "./send.js";

export function serveModern(arrival: Arrival, accepts: Accepts, message: RpcRequest | RpcNotification): void {
  const { request, reply, extra } = arrival;
  // The era defines no notification for HTTP: taken, and without effect.
  if (message.kind === "notification") return sendEmpty(reply, 202, extra);
  const meta = checkRequest(arrival, message);
  if (meta instanceof RpcError) return sendError(reply, 400, message.id, meta, extra);
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
    serve(arrival, call, outlet, access);
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

function serve({ http, reply }: Arrival, call: Call, outlet: ModernReply, access: Access): void {
  const leave = (): void =>
    http.onDisconnect?.({ transport: "http", principalId: access.principal?.id, sessionId: undefined });
  const response = dispatch(http.server, call);
  if (!isPromise(response)) {
    outlet.finish(call, response);
    return leave();
  }
  http.running.add(call);
  const timer = http.server.wheel.schedule(http.options.streamAfterMs, () => outlet.begin());
  // A closed response is cancellation.
  reply.onClose(() => call.cancel(undefined));
  const finish = (done: Response): void => {
    timer.cancel();
    http.running.remove(call);
    outlet.finish(call, done);
    leave();
  };
  void response.then(finish);
}
