// Keeps what was typed on a card and not sent.

import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import { withoutPrefix } from "../../form/controls.js";
import { draftOf } from "../../form/draft-of.js";
import type { InboxVisit } from "../visit.js";
import type { CardPost } from "./card-post.js";
import { schemaOf } from "./question-card.js";

export async function saveDrafts({ client }: InboxVisit, { questions, others }: CardPost): Promise<void> {
  for (const question of questions) {
    const { id, status, mode } = question.elicitation;
    if (mode !== "inline" || !isOpenStatus(status)) continue;
    const draft = draftOf(schemaOf(question), withoutPrefix(others, question.prefix));
    if (draft === undefined) await client.draft.remove(id);
    else await client.draft.put(id, draft);
  }
}
