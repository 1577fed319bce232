// Going to a page, line by line: agreeing to it, and waiting until the person is done there.

import type { Effect } from "../machine/state.js";
import { asks } from "./line-prompts.js";
import type { LineState, LineStep } from "./line-state.js";
import { say, sendAll } from "./line-steps.js";

/** The dialog after a word before the page, or while the person is there. */
export function stepUrl(state: LineState, word: string): LineStep {
  const href = state.card.url?.href ?? "";
  const open: Effect = { type: "open", href };
  // There is no clipboard to copy to: whoever selects the line has the address, and nothing else.
  if (word === "address") return say(state, [href]);
  if (state.stage === "waiting") {
    if (word === "again") return { state, say: [], effects: [open] };
    if (state.isAway) return word === "done" ? accept(state) : say(state, asks(state));
    return word === "done" || word === ""
      ? { state, say: [], effects: [{ type: "done" }] }
      : say(state, asks(state));
  }
  if (word === "open") return { state, say: [], effects: [open] };
  return word === "opened" ? goThere(state) : say(state, asks(state));
}

/** The dialog after a browser was opened, or could not be. */
export function afterOpening(state: LineState, ok: boolean): LineStep {
  if (!ok)
    return say(state, [
      "Error: No browser could be opened here. Open the address yourself, then type opened.",
    ]);
  return state.stage === "waiting" ? say(state, ["Opened again."]) : goThere(state);
}

/** The person goes to the page. What is kept elsewhere stays open meanwhile, and what they do besides goes on. */
function goThere(state: LineState): LineStep {
  if (!state.card.isKept) return state.stage === "url" ? accept(state) : say(state, []);
  const away: LineState = { ...state, isAway: true };
  if (state.stage === "url") return whileAway(away);
  return say(state.stage === "reason" ? { ...away, before: "waiting" } : away, []);
}

const accept = (state: LineState): LineStep => sendAll(state, { action: "accept", content: {} });

/** The dialog while the person is on a page. */
export function whileAway(state: LineState): LineStep {
  const away: LineState = { ...state, stage: "waiting" };
  return say(away, asks(away));
}
