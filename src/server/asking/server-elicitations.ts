// `server.elicitations`: how the application says that a page is done with.

import { checkContent } from "../../core/elicitation/check-content.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { BeckonError } from "../../core/errors.js";
import { type Problem, problemLine } from "../../core/problem.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import type { ServerParts } from "../parts.js";
import { sessionTopic, writeWord } from "../sessions/session-words.js";

/** Settles url elicitations from the application's own pages. */
export interface ServerElicitations {
  /**
   * Says that the person is done, with the content that the page was to give, if any. Saying it again changes nothing.
   * False for an id that no open elicitation has. Fails for content that does not fit, as far as that is known here:
   * what a schema checks by itself is known where a call waits for the page.
   */
  complete(id: string, content?: unknown): Promise<boolean>;
  /** Says that it came to nothing: the answer is `cancel` with the reason. False as above. */
  fail(id: string, reason: string): Promise<boolean>;
}

export function serverElicitations({ asking, hints }: ServerParts): ServerElicitations {
  const { outside, awaitedPages } = asking;
  const problemsOf = async (schema: FormSchema, id: string, content: unknown): Promise<readonly Problem[]> =>
    checkContent(schema, content).problems ?? awaitedPages.problemsOf(id, content);
  return {
    async complete(id, content) {
      const ask = await outside.find(id);
      if (!ask?.isPage) return false;
      const problems = ask.schema === undefined ? [] : await problemsOf(ask.schema, id, content);
      if (problems.length > 0)
        throw new BeckonError(
          "invalid-arguments",
          `The content of the elicitation does not fit: ${problems.map(problemLine).join("; ")}.`,
        );
      const outcome = await outside.settle(id, { action: "accept", content });
      if (outcome === "settled" && ask.sessionId !== undefined)
        hints.tell(sessionTopic(ask.sessionId), writeWord({ message: completeMessage(id) }));
      return outcome !== "unknown";
    },
    async fail(id, reason) {
      if (!(await outside.find(id))?.isPage) return false;
      return (await outside.settle(id, { action: "cancel", reason })) !== "unknown";
    },
  };
}

/** Tells a legacy client that a page is done with. */
export const completeMessage = (elicitationId: string): string =>
  notificationMessage("notifications/elicitation/complete", { elicitationId });
