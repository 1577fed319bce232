// Shows one elicitation.

import { findElicitation } from "../find-elicitation.js";
import { defineRoute, type Route } from "../route.js";
import { sendJson } from "../send.js";
import { showOne } from "../show.js";

export const getRoute: Route = defineRoute({
  method: "GET",
  path: "/elicitations/{id}",
  summary: "Show one elicitation",
  scopes: [],
  responses: {
    200: { description: "The elicitation.", schema: { $ref: "#/components/schemas/ElicitationNow" } },
  },
  refuses: ["unknown"],
  async run(visit) {
    const elicitation = await findElicitation(visit);
    return sendJson({
      elicitation: await showOne(visit.parts, visit.caller, elicitation),
      now: visit.parts.clock.now(),
    });
  },
});
