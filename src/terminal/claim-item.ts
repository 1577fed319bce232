// Says that the person is at a question, to whoever keeps it.

import { messageOf } from "../core/message-of.js";
import { type Item, nameOf } from "./queue.js";

/** Never throws: `tell` hears that it failed, in words for the person. */
export function claimItem(item: Item, tell: (line: string) => void): void {
  const failed = (error: unknown): void => tell(`${nameOf(item)} could not be claimed: ${messageOf(error)}`);
  try {
    Promise.resolve(item.question.claim?.()).catch(failed);
  } catch (error) {
    failed(error);
  }
}
