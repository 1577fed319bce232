// Tells what came of an elicitation, at once or as soon as something does.

import type { KeptElicitation } from "../../../broker/broker.js";
import { waitAtMost } from "../../../broker/wait-at-most.js";
import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import { deletedFields } from "../deleted-fields.js";
import { findElicitation, isAskedBy } from "../find-elicitation.js";
import { defineRoute, type Route, type Visit } from "../route.js";
import { sendJson } from "../send.js";
import { optional, whole } from "../shape/shapes.js";
import { toAnswerResource } from "../to-resource.js";

/** The longest that a request is kept waiting: less than most programs and proxies wait for a response. */
const MOST_WAIT_SECONDS = 240;

export const answerOfRoute: Route = defineRoute({
  method: "GET",
  path: "/elicitations/{id}/answer",
  summary: "Wait for what came of it",
  scopes: [],
  query: {
    wait_seconds: optional(whole("How long to wait for it.", { min: 0, max: MOST_WAIT_SECONDS })),
  },
  responses: {
    200: {
      description: "The status, and the answer once there is one.",
      schema: { $ref: "#/components/schemas/AnswerNow" },
    },
  },
  refuses: ["unknown"],
  async run(visit) {
    const { parts, request, query } = visit;
    const before = await findElicitation(visit);
    const isWaitedFor = isOpenStatus(before.status) && (query.wait_seconds ?? 0) > 0;
    if (isWaitedFor) await waitAtMost(parts, before.id, (query.wait_seconds ?? 0) * 1_000, [request.signal]);
    const now = isWaitedFor ? await findElicitation(visit) : before;
    const answer = await readAnswer(visit, now);
    return sendJson({ status: now.status, ...(answer !== undefined && { answer }) });
  },
});

/** The asker gets references to the secrets, where there are any; whoever else may look sees only that there was one. */
async function readAnswer({ parts, caller }: Visit, elicitation: KeptElicitation) {
  const answer = await parts.broker.getAnswer(elicitation.id);
  const { contentFor } = parts;
  if (answer?.action === "accept" && contentFor !== undefined && isAskedBy(caller, elicitation))
    return { ...answer, content: await contentFor(elicitation, answer.content) };
  const deleted = answer?.action === "accept" ? await deletedFields(parts, elicitation, answer.content) : [];
  return toAnswerResource(answer, elicitation, await parts.sensitiveFields(elicitation), deleted);
}
