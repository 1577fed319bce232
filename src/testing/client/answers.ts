// What the person in a test says.

import type { FormContent } from "../../core/elicitation/answer.js";
import type { JsonObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";

/** One thing that the person, or the client in their place, says to a question. */
export type TestAnswer =
  | {
      readonly action: "accept";
      /** The values of the form; the server checks them. */
      readonly content?: FormContent;
      /** What the person does at the page, once they agreed to go there. */
      readonly visit?: (url: string) => MaybePromise<unknown>;
    }
  | { readonly action: "decline" }
  | { readonly action: "cancel" }
  /** Nothing is said. */
  | { readonly action: "silence" }
  /** A result as it is, for what is not asked of a person. */
  | { readonly action: "reply"; readonly result: JsonObject };

/** Fills in the form, or agrees to go to the page. */
export const accept = (content?: FormContent): TestAnswer =>
  content === undefined ? { action: "accept" } : { action: "accept", content };

/** Says no. */
export const decline = (): TestAnswer => ({ action: "decline" });

/** Goes away without an answer. */
export const cancel = (): TestAnswer => ({ action: "cancel" });

/**
 * Says nothing. In the legacy era the question stays open, so it needs a deadline that passes; in the modern era the
 * client comes back without an answer, and is asked again unless the deadline has passed.
 */
export const silence = (): TestAnswer => ({ action: "silence" });

/** Agrees to go to the page, and does there what `visit` does: `server.elicitations.complete(id)`, in most cases. */
export const visit = (act: (url: string) => MaybePromise<unknown>): TestAnswer => ({
  action: "accept",
  visit: act,
});

/** Replies with a result as it is: for `ctx.sample` and `ctx.roots`. */
export const reply = (result: JsonObject): TestAnswer => ({ action: "reply", result });

/** What goes over the wire for it; `undefined` when nothing does. */
export function toResult(answer: TestAnswer): JsonObject | undefined {
  switch (answer.action) {
    case "accept":
      return answer.content === undefined
        ? { action: "accept" }
        : { action: "accept", content: answer.content };
    case "decline":
    case "cancel":
      return { action: answer.action };
    case "silence":
      return undefined;
    case "reply":
      return answer.result;
  }
}
