// Says that somebody is at it.

import { actingAs } from "../caller.js";
import { findElicitation } from "../find-elicitation.js";
import { defineRoute, type Route } from "../route.js";
import { sendJson } from "../send.js";
import { object, optional, whole } from "../shape/shapes.js";
import { showOne } from "../show.js";
import { takeChange } from "../take-change.js";

export const claimRoute: Route = defineRoute({
  method: "POST",
  path: "/elicitations/{id}/claim",
  summary: "Say that you are at it",
  scopes: ["answer"],
  body: object({
    forMs: optional(whole("For how long; 30 seconds if absent.", { min: 1, max: 3_600_000 })),
  }),
  responses: {
    200: { description: "It is claimed.", schema: { $ref: "#/components/schemas/Elicitation" } },
  },
  refuses: ["unknown", "settled"],
  async run(visit) {
    const { parts, caller, request, body } = visit;
    const { id } = await findElicitation(visit);
    const claiming = { ...actingAs(caller, request), ...(body.forMs !== undefined && { forMs: body.forMs }) };
    return sendJson(await showOne(parts, caller, takeChange(parts, await parts.broker.claim(id, claiming))));
  },
});
