// What somebody has typed so far.

import type { DraftWriting } from "../../../broker/draft.js";
import { ApiError } from "../api-error.js";
import { actingAs, personOf } from "../caller.js";
import { findElicitation, unknownElicitation } from "../find-elicitation.js";
import { defineRoute, type Route } from "../route.js";
import { sendJson, sendNothing } from "../send.js";
import { anything, object, optional, whole } from "../shape/shapes.js";
import { alreadySettled, formTaken, notAsked } from "../take-change.js";

const path = "/elicitations/{id}/draft";
const query = {
  entry: optional(whole("The form of a session, by its entry.", { min: 1, max: 1_000_000 })),
};

export const getDraftRoute: Route = defineRoute({
  method: "GET",
  path,
  summary: "Show your draft",
  scopes: ["answer"],
  query,
  responses: { 200: { description: "The draft.", schema: { $ref: "#/components/schemas/Draft" } } },
  refuses: ["unknown"],
  async run(visit) {
    const { id } = await findElicitation(visit);
    const content = await visit.parts.broker.drafts.get(id, personOf(visit.caller), visit.query.entry);
    return sendJson(content === undefined ? {} : { content });
  },
});

export const putDraftRoute: Route = defineRoute({
  method: "PUT",
  path,
  summary: "Keep what you have typed so far; secrets are refused",
  scopes: ["answer"],
  query,
  body: object({ content: anything({ $ref: "#/components/schemas/Content" }) }),
  responses: { 204: { description: "It is kept until the elicitation is settled." } },
  refuses: ["unknown", "settled", "not-asked", "conflict", "too-large"],
  async run(visit) {
    const { parts, caller, request, body } = visit;
    const { id } = await findElicitation(visit);
    const drafting = { ...actingAs(caller, request), owner: personOf(caller), entry: visit.query.entry };
    const written = await parts.broker.drafts.put(id, drafting, body.content);
    if (written.ok) return sendNothing();
    throw written.reason === "settled"
      ? alreadySettled(visit.parts, await findElicitation(visit))
      : refusalOf(written);
  },
});

export const removeDraftRoute: Route = defineRoute({
  method: "DELETE",
  path,
  summary: "Forget your draft",
  scopes: ["answer"],
  query,
  responses: { 204: { description: "There is none any more." } },
  refuses: ["unknown"],
  async run(visit) {
    const { id } = await findElicitation(visit);
    await visit.parts.broker.drafts.remove(id, personOf(visit.caller), visit.query.entry);
    return sendNothing();
  },
});

function refusalOf(written: Exclude<DraftWriting, { ok: true } | { reason: "settled" }>): ApiError {
  switch (written.reason) {
    case "not-asked":
      return notAsked();
    case "invalid":
      return new ApiError("invalid", "The draft has what no draft keeps.", { problems: written.problems });
    case "too-large":
      return new ApiError("too-large", `The draft has more than ${written.maxBytes} bytes.`);
    case "taken":
      return formTaken();
    default:
      return unknownElicitation();
  }
}
