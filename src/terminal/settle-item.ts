// Hands an answer to whoever asked, and says what the person is told about it.

import type { Answer } from "../core/elicitation/answer.js";
import { messageOf } from "../core/message-of.js";
import { neutralLine } from "../core/neutral-text.js";
import type { Item } from "./queue.js";

/** What became of an answer, for the person. */
export type Settled =
  | { readonly type: "taken" }
  | { readonly type: "gone"; readonly why: string }
  | {
      readonly type: "refused";
      readonly problems: ReadonlyMap<string, string>;
      readonly failure: string | undefined;
    };

/** Never rejects: what goes wrong is for the person to read, who keeps what was typed. */
export async function settleItem({ question }: Item, answer: Answer): Promise<Settled> {
  try {
    const outcome = await question.settle(answer);
    if (outcome === undefined) return { type: "taken" };
    if ("gone" in outcome) return { type: "gone", why: neutralLine(outcome.gone) };
    const named = new Set(
      question.elicitation.mode === "form" ? Object.keys(question.elicitation.schema.properties) : [],
    );
    const others = outcome.problems.filter(({ path }) => !named.has(path)).map(({ message }) => message);
    return {
      type: "refused",
      problems: new Map(
        outcome.problems.filter(({ path }) => named.has(path)).map((one) => [one.path, one.message]),
      ),
      failure: others.length > 0 ? neutralLine(others.join("; ")) : undefined,
    };
  } catch (error) {
    const failure = `It could not be sent: ${neutralLine(messageOf(error))} Nothing is lost; try again.`;
    return { type: "refused", problems: new Map(), failure };
  }
}

/** What a receipt calls an answer. */
export const RECEIPTS: { readonly [action in Answer["action"]]: string } = {
  accept: "Sent",
  decline: "Declined",
  cancel: "Cancelled",
  timeout: "Time is over",
  unavailable: "Nobody asked",
};
