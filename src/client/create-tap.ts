// What is done with the messages of a client that a responder stands behind.

import type { Responder } from "../core/elicitation/responder.js";
import { isObject } from "../core/json.js";
import type { Calls } from "./calls.js";
import { declareModes } from "./declare-modes.js";
import type { Message } from "./official-client.js";
import type { QuestionNotes } from "./question-notes.js";
import type { Questions } from "./questions.js";
import type { Tap } from "./tap-transport.js";

/** What a tap serves. */
export interface TapOptions {
  readonly calls: Calls;
  readonly notes: QuestionNotes;
  readonly questions: Questions;
  readonly responder: Responder;
  readonly newId: () => string;
}

/** The tap: declares modes, follows calls and pages, and notes where each question comes from. */
export function createTap({ calls, notes, questions, responder, newId }: TapOptions): Tap {
  /** The questions of a modern round: they belong to the call that got them, and to each other. */
  function noteRound(message: Message): void {
    const call = calls.received(message);
    const requests = isObject(message.result) ? message.result.inputRequests : undefined;
    if (call === undefined || !isObject(requests)) return;
    const group = `${call.runId} ${call.rounds}`;
    for (const [key, request] of Object.entries(requests))
      if (isObject(request) && request.method === "elicitation/create")
        Object.assign(request, { params: notes.put({ params: request.params, call, key, group }) });
  }

  return {
    sending(message) {
      calls.sent(message);
      return declareModes(message, responder.modes);
    },
    received(message) {
      const { method, params } = message;
      if (method === undefined) noteRound(message);
      else if (method === "elicitation/create") {
        const call = calls.only() ?? calls.begin(method, {});
        message.params = notes.put({ params, call, key: undefined, group: newId() });
      } else if (method === "notifications/elicitation/complete" && isObject(params))
        questions.completions.complete(String(params.elicitationId));
    },
    closed: () => calls.clear(),
  };
}
