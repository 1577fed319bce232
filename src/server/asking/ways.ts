// The ladder: who gets to answer a question.

import { canShowKinds } from "../../core/elicitation/responder.js";
import { declares } from "../../protocol/capabilities.js";
import type { Call } from "../call/call.js";
import type { Asked, ClientRequest, OpenQuestion } from "./asked.js";
import type { AskingParts } from "./asking-parts.js";

/** How a question gets to somebody. Nobody can be asked when there is neither a request nor the responder. */
export interface Way {
  /** What the client is sent. */
  readonly request: ClientRequest | undefined;
  /** True when the request sends the person to a hosted page, which is where the answer comes from. */
  readonly usesPage: boolean;
  /** True when the server's responder is asked. */
  readonly usesResponder: boolean;
}

/**
 * The client where it can show the question; a hosted page where the client can at least send people there; the server's
 * responder where neither can be, or along with them. `isOnPage` says that the page was the way of the round before.
 */
export function wayOf(
  asking: AskingParts,
  call: Call,
  ask: OpenQuestion,
  id: () => string,
  isOnPage = false,
): Way {
  const { spec, problems } = ask;
  const { audience, offer = "first" } = spec.options;
  const isForCaller = audience === undefined;
  const shown =
    isForCaller && !isOnPage && declares(call.client.capabilities, spec.feature, call.revision)
      ? spec.request(call.revision, id, problems)
      : undefined;
  const page = shown === undefined && isForCaller ? pageRequest(asking, call, ask, id) : undefined;
  const request = shown ?? page;
  const usesResponder = (request === undefined || offer === "both") && mayRespond(asking, spec);
  return { request, usesPage: page !== undefined, usesResponder };
}

function pageRequest(
  { hosted }: AskingParts,
  { access, client, revision }: Call,
  { spec, problems }: OpenQuestion,
  id: () => string,
): ClientRequest | undefined {
  if (hosted === undefined || spec.pageRequest === undefined) return undefined;
  if (!declares(client.capabilities, "url", revision)) return undefined;
  // Nobody is sent where nobody is let in.
  if (hosted.pages.needsPrincipal && access.principal === undefined) return undefined;
  return spec.pageRequest(revision, hosted.pages.href(id()), id(), problems);
}

function mayRespond({ responder, hosted }: AskingParts, { feature, ownFields }: Asked): boolean {
  if (responder === undefined || (feature !== "form" && feature !== "url")) return false;
  if (!responder.modes.includes(feature)) return false;
  if (ownFields === undefined) return true;
  // Files lie where the pages keep them.
  const isForFiles = ownFields.has("file") && responder.fields?.includes("file");
  return canShowKinds(responder, ownFields) && !(isForFiles && hosted === undefined);
}
