// Asks for a sample of everything, so that an empty inbox has something to try. Whoever may answer may answer these.

import { randomUUID } from "node:crypto";
import type { NewElicitation } from "../../../broker/broker.js";
import { requireCreated } from "../require-created.js";
import { defineRoute, type Route } from "../route.js";
import { SAMPLE_METHOD, samples } from "../samples.js";
import { sendJson } from "../send.js";
import { showAll } from "../show.js";

export const samplesRoute: Route = defineRoute({
  method: "POST",
  path: "/samples",
  summary: "Ask yourself for a sample of every kind of field, and an approval",
  scopes: ["ask", "answer"],
  responses: { 201: { description: "They are asked.", schema: { $ref: "#/components/schemas/Samples" } } },
  refuses: ["limited"],
  async run({ parts, caller }) {
    const runId = randomUUID();
    const asker: NewElicitation["asker"] = {
      server: "beckon",
      method: SAMPLE_METHOD,
      target: "sample",
      client: caller.name,
      principalId: caller.id,
      runId,
    };
    const asked = [];
    for (const sample of samples) {
      const elicitation = { ...sample, asker, tags: ["sample"] };
      asked.push(requireCreated(await parts.broker.create(elicitation)).elicitation);
    }
    return sendJson({ elicitations: await showAll(parts, caller, asked), now: parts.clock.now() }, 201);
  },
});
