// Puts an elicitation aside for the caller, and brings it back.

import { actingAs, personOf } from "../caller.js";
import { findElicitation } from "../find-elicitation.js";
import { defineRoute, type Route } from "../route.js";
import { sendNothing } from "../send.js";

const path = "/elicitations/{id}/aside";

export const putAsideRoute: Route = defineRoute({
  method: "PUT",
  path,
  summary:
    "Put it aside: it stays open, and nothing changes for anybody else but that you are at it no longer",
  scopes: ["answer"],
  responses: { 204: { description: "Your lists have it with `aside: true`." } },
  refuses: ["unknown"],
  async run(visit) {
    const { parts, caller, request } = visit;
    const { id, claim } = await findElicitation(visit);
    await parts.broker.asides.add(personOf(caller), id);
    // A claim that lapses at once is none. When that fails, it lapses by itself.
    if (claim?.by === caller.id) await parts.broker.claim(id, { ...actingAs(caller, request), forMs: 1 });
    return sendNothing();
  },
});

export const bringBackRoute: Route = defineRoute({
  method: "DELETE",
  path,
  summary: "Bring back what you have put aside",
  scopes: ["answer"],
  responses: { 204: { description: "It is where it was." } },
  refuses: ["unknown"],
  async run(visit) {
    const { id } = await findElicitation(visit);
    await visit.parts.broker.asides.remove(personOf(visit.caller), id);
    return sendNothing();
  },
});
