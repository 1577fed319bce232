// Calls in the legacy era: questions come as requests while the call is under way.

import type { JsonObject } from "../../core/json.js";
import type { ClientCapabilities } from "../../protocol/capabilities.js";
import type { Server } from "../../server/server.js";
import type { Exchange, TracedAsk } from "../tracing/exchange.js";
import type { Tracer } from "../tracing/tracer.js";
import { toResult } from "./answers.js";
import { isMessage, readQuestion } from "./asked-question.js";
import { answerQuestion, type CallMethod, type CallParts, exchange } from "./calls.js";
import type { Nodes } from "./nodes.js";
import { goTo, visitOf } from "./page-visits.js";
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
  const find = createAskFinder(parts.tracer);
  return async (request: JsonObject) => {
    if (request.method === "ping") return { result: {}, after: undefined };
    let found: FoundAsk | undefined;
    const question = readQuestion(request, 1, (message) => {
      found = find(message);
      return found?.ask.key ?? "";
    });
    const answer = await answerQuestion(parts, question);
    const visit = visitOf(answer, question);
    return { result: toResult(answer), after: visit && (() => goTo(visit, () => isOpen(found))) };
  };
}

/** A question as the handler asked it. */
interface FoundAsk {
  readonly exchange: Exchange;
  readonly ask: TracedAsk;
}

/** True while a call waits for the answer. */
const isOpen = (found: FoundAsk | undefined): boolean =>
  found !== undefined && !found.ask.isAnswered && found.exchange.outcome === undefined;

/** Finds questions by their messages: keys do not go over the wire in this era. */
function createAskFinder(tracer: Tracer): (message: string) => FoundAsk | undefined {
  const known = new Set<TracedAsk>();
  return (message) => {
    const all = tracer.exchanges.flatMap((exchange) => exchange.asks.map((ask) => ({ exchange, ask })));
    const found =
      all.find(({ ask }) => !known.has(ask) && ask.label === message) ??
      all.findLast(({ ask }) => isMessage(message, ask.label));
    if (found !== undefined) known.add(found.ask);
    return found;
  };
}
