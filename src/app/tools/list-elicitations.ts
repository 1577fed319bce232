// The tool `list_elicitations`: what an agent has asked, a page at a time.

import type { KeptElicitation } from "../../broker/broker.js";
import { finalStatuses, openStatuses } from "../../core/engine/statuses.js";
import { BeckonError } from "../../core/errors.js";
import { type ToolResult, text } from "../../protocol/content.js";
import { openToken, sealToken } from "../../seal/token.js";
import type { CallContext } from "../../server/context.js";
import type { ToolParts } from "./tool-parts.js";
import { principalOf, sayError } from "./tool-reply.js";

/** As many as a model reads. */
const MOST_LISTED = 50;
/** As many as are looked at in one call, others' questions among them. */
const MOST_PAGES = 10;

/** What is listed. */
interface ListInput {
  readonly status?: "open" | "settled" | "all" | undefined;
  readonly cursor?: string | undefined;
}

/** Executes it: the newest first. */
export async function serveList(
  { broker, ring }: ToolParts,
  { status = "open", cursor }: ListInput,
  ctx: CallContext,
): Promise<ToolResult> {
  const { id: principalId } = principalOf(ctx);
  // It may be the id of somebody else's question.
  const purpose = `list of ${principalId}`;
  let after = cursor === undefined ? undefined : openToken(ring, purpose, cursor)?.toString();
  if (cursor !== undefined && after === undefined) return sayError(NO_CURSOR);
  const found: KeptElicitation[] = [];
  for (let page = 0; page < MOST_PAGES && found.length < MOST_LISTED; page++) {
    const listed = await broker.list(
      { status: STATUSES[status] },
      { order: "newest", ...(after !== undefined && { cursor: after }) },
    );
    const own = listed.elicitations.filter(({ asker }) => asker.principalId === principalId);
    const taken = own.slice(0, MOST_LISTED - found.length);
    found.push(...taken);
    after = taken.length < own.length ? taken.at(-1)?.id : listed.cursor;
    if (after === undefined) break;
  }
  const elicitations = found.map(toListed);
  const next = after === undefined ? undefined : sealToken(ring, purpose, after);
  return {
    content: [text(wordsFor(elicitations, status, next))],
    structuredContent: { elicitations, ...(next !== undefined && { cursor: next }) },
  };
}

const STATUSES = {
  open: openStatuses,
  settled: finalStatuses,
  all: [...openStatuses, ...finalStatuses],
};

const NO_CURSOR = new BeckonError(
  "invalid-arguments",
  "The cursor is of no list of yours. Begin without one.",
);

const toListed = ({ id, status, message, createdAt, expiresAt }: KeptElicitation) => ({
  id,
  status,
  message,
  created_at: new Date(createdAt).toISOString(),
  ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
});

function wordsFor(
  elicitations: readonly ReturnType<typeof toListed>[],
  status: "open" | "settled" | "all",
  cursor: string | undefined,
): string {
  const list =
    elicitations.length > 0
      ? JSON.stringify(elicitations, null, 2)
      : `There are no ${status === "all" ? "" : `${status} `}questions of yours${cursor === undefined ? "" : " among the newest"}.`;
  return cursor === undefined ? list : `${list}\nThere may be more: call again with the cursor ${cursor}`;
}
