// Tells what came of an attempt to change an elicitation.

import type { Change, KeptElicitation } from "../../broker/broker.js";
import { ApiError } from "./api-error.js";
import type { ApiParts } from "./api-parts.js";
import { unknownElicitation } from "./find-elicitation.js";
import { toSettled } from "./to-resource.js";

/** The elicitation as it is now. Throws why it was not changed. */
export function takeChange(parts: Pick<ApiParts, "nameOf">, change: Change): KeptElicitation {
  if (change.ok) return change.elicitation;
  switch (change.reason) {
    case "unknown":
      throw unknownElicitation();
    case "not-asked":
      throw notAsked();
    case "settled":
      throw alreadySettled(parts, change.elicitation);
    case "invalid":
      throw new ApiError("invalid", "The answer does not fit what is asked.", { problems: change.problems });
    case "too-large":
      throw new ApiError("too-large", `The answer has more than ${change.maxBytes} bytes. Send less.`);
  }
}

export const notAsked = (): ApiError =>
  new ApiError("not-asked", "Somebody else is asked. Only they can answer.");

export const formTaken = (): ApiError => new ApiError("conflict", "This form has an answer already.");

/** Says who was first, when, and how. */
export function alreadySettled(
  { nameOf }: Pick<ApiParts, "nameOf">,
  { status, ...kept }: KeptElicitation,
): ApiError {
  const settled = kept.settled && toSettled(nameOf, kept.settled);
  const by = settled?.by === undefined ? "" : ` by ${settled.name ?? settled.by}`;
  const from = settled?.from === undefined ? "" : ` from ${settled.from}`;
  const at = settled === undefined ? "" : ` at ${new Date(settled.at).toISOString()}`;
  return new ApiError("settled", `The elicitation was ${status}${by}${from}${at}. Nothing has changed.`, {
    ...(settled !== undefined && { settled: { ...settled, status } }),
  });
}
