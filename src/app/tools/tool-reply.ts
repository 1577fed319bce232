// What the tools give back: words for the model, and the same for programs.

import type { Told } from "../../agent/tell-model.js";
import { BeckonError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { messageOf } from "../../core/message-of.js";
import { type ToolResult, text, toolError } from "../../protocol/content.js";
import type { Principal } from "../../server/access/access.js";
import type { CallContext } from "../../server/context.js";

/** Words, and what they say as data. */
export const reply = (
  words: string,
  { id, told }: { readonly id?: string; readonly told: Told },
): ToolResult => ({
  content: [text(words)],
  structuredContent: { ...(id !== undefined && { id }), ...told } satisfies JsonObject,
});

/** An error that a model can act on; any other goes its own way. */
export function sayError(error: unknown): ToolResult {
  if (!(error instanceof BeckonError)) throw error;
  return toolError(messageOf(error));
}

/** Whose call it is: nobody gets here without one. */
export function principalOf({
  principal,
}: Pick<CallContext, "principal">): Required<Pick<Principal, "id" | "name">> {
  if (principal === undefined) throw new BeckonError("refused", "A call came without a token.");
  return { id: principal.id, name: principal.name ?? principal.id };
}
