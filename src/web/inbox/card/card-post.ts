// What came from a card, and what becomes of it.

import { ApiError } from "../../api/api-error.js";
import type { ReadPost } from "../../form/read-post.js";
import { sendOn } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import type { Question } from "./load-card.js";
import { sendCard } from "./send-card.js";

/** What came from a card, and whose it is. */
export interface CardPost extends ReadPost {
  readonly questions: readonly Question[];
  /** The same for the same form, however often it is sent. */
  readonly key: string | undefined;
}

/** False when somebody else was faster. */
export async function isDone(settle: () => Promise<unknown>): Promise<boolean> {
  try {
    await settle();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false;
    throw error;
  }
}

/** Shows the card that the form was of, or, of what came too late, that it did: `late` has the ids of those. */
export function sendOutcome(
  parts: InboxParts,
  visit: InboxVisit,
  id: string,
  { questions }: CardPost,
  late: readonly string[],
): Promise<Response> | Response {
  const [first] = late;
  if (first === undefined) return sendOn(parts.links.card(id) + visit.search);
  return sendCard(parts, visit, late.includes(id) ? id : first, {
    late: late.length < questions.length ? "partly" : "wholly",
  });
}
