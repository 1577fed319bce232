// Serves the requests to pages: finds what is meant, checks where it comes from, and sends the page.

import { sendAsset } from "../layout/assets.js";
import { isOwnHost, isOwnPost } from "../security/same-origin.js";
import { findDraft } from "./drafts.js";
import { isEnded, sendEnded } from "./ended-page.js";
import { sendLater } from "./later-page.js";
import { sendState } from "./live-state.js";
import type { PageParts } from "./page-parts.js";
import { sendQuestion } from "./question-page.js";
import { refuseFailed, refuseHost, refuseMethod, refuseToken, refuseUnknown } from "./refusals.js";
import { takePost } from "./take-post.js";
import { admit } from "./visit.js";

/** Serves a request; `undefined` when it is to something else. */
export async function servePages(
  parts: PageParts,
  hosts: ReadonlySet<string>,
  request: Request,
): Promise<Response | undefined> {
  const address = parts.links.find(new URL(request.url).pathname);
  if (address === undefined) return undefined;
  const response = await answerTo();
  return request.method === "HEAD" ? new Response(null, response) : response;

  async function answerTo(): Promise<Response> {
    if (!isOwnHost(request, hosts)) return refuseHost(parts);
    const allow = address?.to === "question" ? "GET, HEAD, POST" : "GET, HEAD";
    if (!allow.split(", ").includes(request.method)) return refuseMethod(parts, allow);
    try {
      return await route();
    } catch (error) {
      const errorId = parts.ring.random(6).toString("hex");
      parts.logger.error("A page could not be served.", { errorId, error });
      return refuseFailed(parts, errorId);
    }
  }

  async function route(): Promise<Response> {
    if (address === undefined || address.to === "nothing") return refuseUnknown(parts);
    if (address.to === "asset") return sendAsset(parts.assets, address.name, request) ?? refuseUnknown(parts);
    const visit = await admit(parts, request, address.id);
    if (visit instanceof Response) return visit;
    if (address.to === "state") return sendState(parts, visit);
    if (address.to === "later") return sendLater(parts, visit, new URL(request.url).search);
    if (request.method === "POST")
      return isOwnPost(request, parts.links.origin)
        ? takePost(parts, visit, request)
        : refuseToken(parts, parts.links.pathOf(address.id));
    return isEnded(visit.elicitation)
      ? sendEnded(parts, visit, false)
      : sendQuestion(parts, visit, await findDraft(parts, visit));
  }
}
