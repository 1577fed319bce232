// Takes back what was asked.

import { ApiError } from "../api-error.js";
import { actingAs, hasScope } from "../caller.js";
import { findElicitation, isAskedBy } from "../find-elicitation.js";
import { defineRoute, type Route } from "../route.js";
import { sendJson } from "../send.js";
import { object, text } from "../shape/shapes.js";
import { showOne } from "../show.js";
import { takeChange } from "../take-change.js";

export const withdrawRoute: Route = defineRoute({
  method: "POST",
  path: "/elicitations/{id}/withdraw",
  summary: "Take back what you asked",
  scopes: ["ask"],
  body: object({ reason: text("Why; the person is told.", { max: 10_000 }) }),
  responses: {
    200: { description: "It is withdrawn.", schema: { $ref: "#/components/schemas/Elicitation" } },
  },
  refuses: ["unknown", "settled"],
  async run(visit) {
    const { parts, caller, request, body } = visit;
    const elicitation = await findElicitation(visit);
    if (!isAskedBy(caller, elicitation) && !hasScope(caller, "admin"))
      throw new ApiError("forbidden", "Somebody else asked this. Only the asker takes it back.");
    return sendJson(
      await showOne(
        parts,
        caller,
        takeChange(
          parts,
          await parts.broker.withdraw(elicitation.id, body.reason, actingAs(caller, request)),
        ),
      ),
    );
  },
});
