// Calls in the legacy era: questions come as requests while the call is under way.

import type { JsonObject } from "../../core/json.js";
import type { ClientCapabilities } from "../../protocol/capabilities.js";
import type { Server } from "../../server/server.js";
import type { TracedAsk } from "../tracing/exchange.js";
import type { Tracer } from "../tracing/tracer.js";
import { toResult } from "./answers.js";
import { isMessage, readQuestion } from "./asked-question.js";
import { answerQuestion, type CallMethod, type CallParts, exchange, visitOf } from "./calls.js";
import type { Nodes } from "./nodes.js";
import { type AnswerRequest, createPeer, type Peer } from "./peer.js";
import type { OpenWire } from "./wire.js";

export const legacyCalls =
  (parts: CallParts, nodes: Nodes): CallMethod =>
  async (method, params) =>
    exchange(parts, await nodes.at(1), 1, method, params);

/** Opens a session over a wire. */
export async function openLegacyPeer(
  parts: CallParts,
  open: OpenWire,
  server: Server,
  { revision, capabilities }: { readonly revision: string; readonly capabilities: ClientCapabilities },
): Promise<Peer> {
  const peer = await createPeer(open, server, answerRequests(parts));
  await peer.request("initialize", {
    protocolVersion: revision,
    capabilities,
    clientInfo: { name: "beckon-test", version: "1.0.0" },
  });
  await peer.notify("notifications/initialized");
  return peer;
}

function answerRequests(parts: CallParts): AnswerRequest {
  const keyOf = createKeyFinder(parts.tracer);
  return async (request: JsonObject) => {
    if (request.method === "ping") return { result: {}, after: undefined };
    const question = readQuestion(request, 1, keyOf);
    const answer = await answerQuestion(parts, question);
    return { result: toResult(answer), after: visitOf(answer, question) };
  };
}

/** Finds the keys of questions by their messages: keys do not go over the wire in this era. */
function createKeyFinder(tracer: Tracer): (message: string) => string {
  const found = new Set<TracedAsk>();
  return (message) => {
    const asks = tracer.exchanges.flatMap((one) => one.asks);
    const ask =
      asks.find((one) => !found.has(one) && one.label === message) ??
      asks.findLast(({ label }) => isMessage(message, label));
    if (ask !== undefined) found.add(ask);
    return ask?.key ?? "";
  };
}
