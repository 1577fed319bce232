// What came of an elicitation, as the broker puts it into a record.

import type { Answer, FormContent } from "../core/elicitation/answer.js";
import type { ElicitationStatus, Opaque } from "../core/engine/elicitations.js";
import type { AtRest } from "./at-rest.js";
import type { Settled } from "./broker.js";
import { copyContent, isFlat } from "./copy-content.js";

/** How an elicitation ended, and with what. */
export interface Outcome extends Settled {
  /** What made settling idempotent, if anything did. */
  readonly key: string | undefined;
  /** What was given; absent unless it was accepted. */
  readonly content: FormContent | undefined;
}

/** In the place of what is absent: shorter than `null`, and none of the texts. */
const NONE = 0;

type Line = readonly [
  at: number,
  by: string | 0,
  from: string | 0,
  reason: string | 0,
  key: string | 0,
  content?: FormContent,
  deleted?: readonly string[],
];

/** In one go: a text that is put together stays in its pieces, which take more room than it does itself. */
function writeOutcome({ at, by, from, reason, key, content, deleted }: Outcome): string {
  // Lists are written whole: one that grows makes room for many more.
  if (content === undefined)
    return JSON.stringify([at, by ?? NONE, from ?? NONE, reason ?? NONE, key ?? NONE]);
  return JSON.stringify(
    deleted === undefined
      ? [at, by ?? NONE, from ?? NONE, reason ?? NONE, key ?? NONE, content]
      : [at, by ?? NONE, from ?? NONE, reason ?? NONE, key ?? NONE, content, deleted],
  );
}

function readOutcome(text: string): Outcome {
  // Nobody but the broker writes outcomes.
  const [at, by, from, reason, key, content, deleted] = JSON.parse(text) as Line;
  return {
    at,
    by: given(by),
    from: given(from),
    reason: given(reason),
    key: given(key),
    content,
    ...(Array.isArray(deleted) && { deleted }),
  };
}

const given = (value: string | 0): string | undefined => (value === NONE ? undefined : value);

export function sealOutcome(atRest: AtRest, id: string, outcome: Outcome): Opaque {
  if (!atRest.keepsObjects) return atRest.seal(purpose(id), writeOutcome(outcome));
  const { content } = outcome;
  return content === undefined || isFlat(content) ? outcome : { ...outcome, content: copyContent(content) };
}

export const openOutcome = (atRest: AtRest, id: string, kept: Opaque): Outcome =>
  typeof kept === "string"
    ? readOutcome(atRest.open(purpose(id), kept))
    : // Nobody but the broker writes outcomes.
      (kept as Outcome);

const purpose = (id: string): string => `elicitation outcome ${id}`;

/** What the asker is told; `undefined` while the elicitation is open. Its content is the asker's own. */
export function toAnswer(status: ElicitationStatus, outcome: Outcome): Answer<FormContent> | undefined {
  const { by, reason, content } = outcome;
  switch (status) {
    case "pending":
    case "active":
      return undefined;
    case "accepted":
      return {
        action: "accept",
        content: content === undefined ? {} : copyContent(content),
        ...(by !== undefined && { by }),
      };
    case "declined":
      return { action: "decline", ...(reason !== undefined && { reason }) };
    case "cancelled":
      return { action: "cancel", reason: reason ?? "cancelled" };
    case "expired":
      return { action: "timeout" };
    case "withdrawn":
      return { action: "cancel", reason: reason ?? "withdrawn" };
  }
}
