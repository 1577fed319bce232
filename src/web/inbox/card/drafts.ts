// Keeps what was typed and not sent. What is concealed is kept nowhere.

import { isConcealed, kindOf } from "../../../core/elicitation/field-kind.js";
import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import { placeFields, withoutPrefix } from "../../form/controls.js";
import { readContent } from "../../form/read-content.js";
import type { InboxVisit } from "../visit.js";
import type { CardPost } from "./card-post.js";
import type { Question } from "./load-card.js";
import { schemaOf } from "./question-card.js";

export async function saveDrafts({ client }: InboxVisit, { questions, others }: CardPost): Promise<void> {
  for (const question of questions) {
    const { id, status, mode } = question.elicitation;
    if (mode !== "inline" || !isOpenStatus(status)) continue;
    const { content } = readContent(schemaOf(question), withoutPrefix(others, question.prefix));
    const concealed = concealedIn(question);
    const kept = Object.entries(content).filter(([name]) => !concealed.has(name));
    if (kept.length === 0) await client.draft.remove(id);
    else await client.draft.put(id, Object.fromEntries(kept));
  }
}

const concealedIn = (question: Question): ReadonlySet<string> =>
  new Set(
    placeFields(schemaOf(question)).flatMap((placed) => {
      const kind = kindOf(placed)?.kind;
      return kind === undefined || isConcealed(kind) ? [placed.name] : [];
    }),
  );
