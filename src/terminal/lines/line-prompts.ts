// What is said to get the next line of a dialog, and what stands before the cursor.

import { isRound } from "../card/card.js";
import { left } from "../look/times.js";
import type { LineState, Stage } from "./line-state.js";
import { ADDRESS_HELP, fieldTexts, reviewTexts } from "./line-texts.js";

/** What stands before the cursor, and whether what is typed may be seen. */
export function promptOf({ stage, card, focus }: LineState): {
  readonly text: string;
  readonly isHidden: boolean;
} {
  const field = stage === "field" ? card.fields[focus] : undefined;
  return { text: `${PROMPTS[stage]}> `, isHidden: field?.isMasked ?? false };
}

const PROMPTS: { readonly [S in Stage]: string } = {
  field: "",
  review: "send? ",
  approval: "yes or no? ",
  url: "open? ",
  unshowable: "decline or later? ",
  reason: "why? ",
  sending: "",
  waiting: "done? ",
};

/** What is said to get the next line, with the time that remains for it. */
export const asks = (state: LineState): readonly string[] => [...timeTexts(state), ...wants(state)];

function timeTexts({ card: { expiresAt }, now, stage }: LineState): readonly string[] {
  return expiresAt === undefined || stage === "sending" ? [] : [`Time left: ${left(expiresAt - now)}.`];
}

/** What the next line is for. */
export function wants(state: LineState): readonly string[] {
  switch (state.stage) {
    case "field":
      return fieldTexts(state);
    case "review":
      return reviewTexts(state);
    case "approval":
      return ["Type yes to approve, no to decline, later for not now."];
    case "url":
      return [
        "Type open to open it in a browser, opened if you opened it yourself, decline, or later.",
        ADDRESS_HELP,
      ];
    case "unshowable":
      return ["Type decline, or later."];
    case "reason":
      return [
        `You decline${refusedText(state)}. Say why, if you like; Enter alone gives no reason, :back takes it back.`,
      ];
    case "waiting":
      return [
        state.isAway
          ? "The page is open. Finish there, then type done; again opens it once more. You can also type decline, later or cancel."
          : "The page is open. Finish there, then type done; again opens it once more.",
        ADDRESS_HELP,
      ];
    case "sending":
      return [];
  }
}

function refusedText({ card, refusing }: LineState): string {
  if (!isRound(card)) return "";
  return refusing === undefined ? ` all ${card.questions.length} questions` : " this question only";
}
