// What came from a card, and what becomes of it.

import { ApiError } from "../../api/api-error.js";
import type { ReadPost } from "../../form/read-post.js";
import type { Question } from "./load-card.js";

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
