// One line of history.

import type { KeptElicitation } from "../../broker/broker.js";
import { looksLikeCredential } from "../../core/elicitation/credential-name.js";
import type { ApiParts } from "./api-parts.js";
import { deletedFields } from "./deleted-fields.js";
import type { HistoryEntry } from "./resources.js";
import { redacted, toResource } from "./to-resource.js";

/** What came of an elicitation, and how long it took. Nothing of it is secret. */
export async function toHistoryEntry(parts: ApiParts, elicitation: KeptElicitation): Promise<HistoryEntry> {
  const { id, schema, settled, createdAt } = elicitation;
  const answer = await parts.broker.getAnswer(id);
  const sensitive = await parts.sensitiveFields(elicitation);
  const isSecret = (name: string): boolean => sensitive.has(name) || looksLikeCredential(name);
  const content =
    answer?.action === "accept"
      ? redacted(answer.content, schema, isSecret, await deletedFields(parts, elicitation, answer.content))
      : undefined;
  return {
    elicitation: toResource(parts, elicitation, { isMuted: false, isAside: false }),
    latencyMs: Math.max(0, (settled?.at ?? createdAt) - createdAt),
    ...(content !== undefined && { content }),
  };
}
