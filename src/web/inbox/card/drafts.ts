// Keeps what was typed on a card and not sent.

import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import { ApiError } from "../../api/api-error.js";
import { withoutPrefix } from "../../form/controls.js";
import { draftOf } from "../../form/draft-of.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import type { CardPost } from "./card-post.js";
import { type Attempt, schemaOf } from "./question-card.js";

/** Keeps what can be kept; gives what is wrong with the rest, by the prefix of its question. */
export async function saveDrafts(
  { client }: InboxVisit,
  { questions, others }: Pick<CardPost, "questions" | "others">,
): Promise<Attempt["problems"]> {
  const problems = new Map<string, ReadonlyMap<string, string>>();
  for (const question of questions) {
    const { id, status, mode } = question.elicitation;
    if (mode !== "inline" || !isOpenStatus(status)) continue;
    const draft = draftOf(schemaOf(question), withoutPrefix(others, question.prefix));
    if (draft === undefined) await client.draft.remove(id);
    else if (!(await isKept(() => client.draft.put(id, draft)))) problems.set(question.prefix, TOO_LONG);
  }
  return problems;
}

/** The same for what was sent and not taken, whose card comes back in any case. */
export async function tryToSaveDrafts(
  { logger }: InboxParts,
  visit: InboxVisit,
  { questions, others }: Pick<CardPost, "questions" | "others">,
): Promise<void> {
  for (const question of questions) {
    try {
      await saveDrafts(visit, { questions: [question], others });
    } catch (error) {
      logger.warn("A draft cannot be kept.", { id: question.elicitation.id, error });
    }
  }
}

const TOO_LONG: ReadonlyMap<string, string> = new Map([
  ["", "what you typed is longer than can be kept, so nothing was done; shorten it, or copy it first"],
]);

/** False when it is too large. */
async function isKept(keep: () => Promise<void>): Promise<boolean> {
  try {
    await keep();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return false;
    throw error;
  }
}
