// The ladder: who gets to answer a question.

import { declares } from "../../protocol/capabilities.js";
import type { Call } from "../call/call.js";
import type { Asked, ClientRequest, OpenQuestion } from "./asked.js";
import type { AskingParts } from "./asking-parts.js";

/** How a question gets to somebody. Nobody can be asked when both are missing. */
export interface Way {
  /** What the client is sent. */
  readonly request: ClientRequest | undefined;
  /** True when the server's responder is asked. */
  readonly usesResponder: boolean;
}

/** The client where it can show the question; the server's responder where it cannot, or along with it. */
export function wayOf(asking: AskingParts, call: Call, ask: OpenQuestion, id: () => string): Way {
  const { spec, problems } = ask;
  const { audience, offer = "first" } = spec.options;
  const isForClient =
    audience === undefined && declares(call.client.capabilities, spec.feature, call.revision);
  const request = isForClient ? spec.request(call.revision, id, problems) : undefined;
  const usesResponder = mayRespond(asking, spec) && (request === undefined || offer === "both");
  return { request, usesResponder };
}

const mayRespond = ({ responder }: AskingParts, { feature }: Asked): boolean =>
  responder !== undefined && (feature === "form" || feature === "url") && responder.modes.includes(feature);
