// Reads a small form of the inbox's own: nothing but short fields, and the token.

import { BodyProblem } from "../body/body-problem.js";
import { readUrlencoded } from "../body/read-urlencoded.js";
import { type Posted, postedText } from "../form/controls.js";
import type { InboxParts } from "./inbox-parts.js";
import { refuseBody, refuseToken } from "./refusals.js";
import type { InboxVisit } from "./visit.js";

/** More than any of these forms needs. */
const MOST_BYTES = 256 * 1024;

/** The fields, or the page that says why they are not taken. */
export async function readForm(
  parts: InboxParts,
  visit: InboxVisit,
  request: Request,
): Promise<Posted | Response> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  try {
    if (type !== "application/x-www-form-urlencoded")
      throw new BodyProblem(415, "It is not of the kind that this form sends.");
    const fields = await readUrlencoded(request, MOST_BYTES);
    return isOwn(visit, fields) ? fields : refuseToken(parts);
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error;
    return refuseBody(parts, error.status, error.message);
  }
}

/** True for a form that this browser and visitor were given. */
export const isOwn = ({ hasToken, isKnown }: InboxVisit, fields: Posted): boolean =>
  isKnown && fields.get("token")?.length === 1 && hasToken(postedText(fields, "token"));
