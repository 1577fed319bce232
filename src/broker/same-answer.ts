// Tells whether an answer is the one that was kept, when it is given a second time.

import { canonicalJson } from "../seal/digest.js";
import type { Settling } from "./broker.js";
import type { ContentCheck } from "./check-of.js";
import type { Outcome } from "./outcome.js";
import { withoutFields } from "./without-fields.js";

/** True when both say the same. Of what is deleted nobody can tell, so it is left out then. */
export function isSameAnswer(answer: Settling, outcome: Outcome, check: ContentCheck): boolean {
  if (answer.action !== "accept") return answer.reason === outcome.reason;
  const checked = check(answer.content);
  if (checked.problems !== undefined) return false;
  const left = withoutFields(checked.value, outcome.deleted ?? []);
  return canonicalJson(left) === canonicalJson(outcome.content);
}
