// Registers the handler of `elicitation/create` with a client of either generation.

import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import type { ElicitResult } from "../protocol/elicitation/read-elicit-result.js";
import { CANCELLED } from "./ask-responder.js";
import { elicitationCapability } from "./declare-modes.js";
import { isSecondGeneration, type OfficialClient } from "./official-client.js";
import type { QuestionNote, QuestionNotes } from "./question-notes.js";

/** Answers one question. */
type Answer = (note: QuestionNote, signal: AbortSignal) => Promise<ElicitResult>;

/** Lets `answer` have every question. The clients want the capability first; what is declared, the tap decides. */
export async function setElicitationHandler(
  client: OfficialClient,
  notes: QuestionNotes,
  answer: Answer,
): Promise<void> {
  const handle = async (request: unknown, context: unknown): Promise<object> => {
    const note = notes.take(isObject(request) ? request.params : undefined);
    // Only a question that did not come through the transport has no note.
    return note === undefined ? CANCELLED : { ...(await answer(note, signalOf(context))) };
  };
  // Each generation takes what is passed to it here.
  const register = client.registerCapabilities.bind(client) as (capabilities: object) => void;
  const setHandler = client.setRequestHandler.bind(client) as (...given: unknown[]) => void;
  const kind = isSecondGeneration(client) ? "elicitation/create" : await importRequestSchema();
  register({ elicitation: elicitationCapability(["form", "url"]) });
  setHandler(kind, handle);
}

/** The signal that aborts when the server, or the host's own call, withdraws the question. */
function signalOf(context: unknown): AbortSignal {
  const place = isObject(context) && isObject(context.mcpReq) ? context.mcpReq : context;
  return isObject(place) && place.signal instanceof AbortSignal ? place.signal : new AbortController().signal;
}

async function importRequestSchema(): Promise<unknown> {
  try {
    return (await import("@modelcontextprotocol/sdk/types.js")).ElicitRequestSchema;
  } catch (cause) {
    throw new BeckonError(
      "unreachable",
      "This client is of @modelcontextprotocol/sdk, and that package cannot be loaded from here. Install it beside beckon.",
      { cause },
    );
  }
}
