// Which elicitations a caller may see. What it may not see is not there, as far as it can tell.

import type { KeptElicitation } from "../../broker/broker.js";
import { ApiError } from "./api-error.js";
import { type Caller, hasScope } from "./caller.js";
import type { Visit } from "./route.js";

/** True for what a caller asked itself, with a token that may ask. */
export const isAskedBy = (caller: Caller, { asker }: KeptElicitation): boolean =>
  hasScope(caller, "ask") && asker.principalId === caller.id;

/** True for what a caller may answer. */
export const isAskedOf = (caller: Caller, { audience }: KeptElicitation): boolean =>
  hasScope(caller, "answer") &&
  (audience === undefined || audience === caller.id || caller.groups?.includes(audience) === true);

/** True for what a caller may see. */
export const isVisible = (caller: Caller, elicitation: KeptElicitation): boolean =>
  hasScope(caller, "read") || isAskedOf(caller, elicitation) || isAskedBy(caller, elicitation);

/** The elicitation that a path names. Throws unless this caller may see it. */
export async function findElicitation({ parts, caller, path }: Visit): Promise<KeptElicitation> {
  const elicitation = await parts.broker.get(path.id ?? "");
  if (elicitation === undefined || !isVisible(caller, elicitation)) throw unknownElicitation();
  return elicitation;
}

export const unknownElicitation = (): ApiError =>
  new ApiError("unknown", "There is no elicitation with this id, or none that you may see.");
