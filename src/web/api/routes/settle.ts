// Settles an elicitation: with an answer, a no, or a cancellation.

import type { Settling } from "../../../broker/broker.js";
import { ApiError, type ApiErrorCode } from "../api-error.js";
import { actingAs, type View } from "../caller.js";
import { findElicitation } from "../find-elicitation.js";
import { forgetDraft } from "../forget-draft.js";
import { keyOf } from "../idempotency-key.js";
import { defineRoute, type Route, type RouteResponse, type Visit } from "../route.js";
import { sendJson } from "../send.js";
import { anything, object, optional, text } from "../shape/shapes.js";
import { showOne } from "../show.js";
import { takeChange } from "../take-change.js";

const key = optional(text("Settling again with the same key is harmless."));
const reason = optional(text("Why.", { max: 10_000 }));
const responses: { readonly 200: RouteResponse } = {
  200: { description: "It is settled.", schema: { $ref: "#/components/schemas/Elicitation" } },
};
const refuses: readonly ApiErrorCode[] = ["unknown", "settled", "not-asked"];

export const answerRoute: Route = defineRoute({
  method: "POST",
  path: "/elicitations/{id}/answer",
  summary: "Give what is asked for",
  scopes: ["answer"],
  body: object({
    content: optional(anything({ $ref: "#/components/schemas/Content" })),
    key,
  }),
  responses,
  refuses: [...refuses, "too-large"],
  run: (visit) => settle(visit, { action: "accept", content: visit.body.content }, visit.body.key),
});

export const declineRoute: Route = defineRoute({
  method: "POST",
  path: "/elicitations/{id}/decline",
  summary: "Say no",
  scopes: ["answer"],
  body: object({ reason, key }),
  responses,
  refuses,
  run: (visit) => settle(visit, { action: "decline", ...because(visit.body.reason) }, visit.body.key),
});

export const cancelRoute: Route = defineRoute({
  method: "POST",
  path: "/elicitations/{id}/cancel",
  summary: "Leave it without an answer",
  scopes: ["answer"],
  body: object({ reason, key }),
  responses,
  refuses,
  run: (visit) => settle(visit, { action: "cancel", ...because(visit.body.reason) }, visit.body.key),
});

const because = (given: string | undefined): { readonly reason?: string } =>
  given === undefined ? {} : { reason: given };

/** Where what is asked in a terminal is answered. */
const TERMINALS: ReadonlySet<View> = new Set<View>(["terminal", "cli"]);

async function settle(visit: Visit, settling: Settling, givenKey: string | undefined): Promise<Response> {
  const { parts, caller, request } = visit;
  const idempotencyKey = keyOf(request, givenKey);
  const { id, mode } = await findElicitation(visit);
  const acting = {
    ...actingAs(caller, request),
    ...(idempotencyKey !== undefined && { key: idempotencyKey }),
  };
  if (settling.action === "accept" && mode === "terminal" && !TERMINALS.has(acting.from))
    throw new ApiError("forbidden", "This is asked in a terminal. Answer it there, with beckon answer.");
  const settled = takeChange(parts, await parts.broker.settle(id, settling, acting));
  await forgetDraft(visit, id);
  return sendJson(await showOne(parts, caller, settled));
}
