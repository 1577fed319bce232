// Controls that only a card with several questions has: to approve or decline one of them.

import { problemSentence } from "../../../core/problem.js";
import type { Posted } from "../../form/controls.js";
import { hiddenInputs } from "../../html/hidden-inputs.js";
import { attributes, type Html, html } from "../../html/html.js";

/** What was decided on one of several questions; nothing, at first. */
export type Verdict = "approve" | "decline" | undefined;

/** The control, behind the prefix of its question. */
export const VERDICT = "verdict";

const nameOf = (prefix: string): string => prefix + VERDICT;

/** True when the question had a control for it, whether or not one was chosen. */
export const hasVerdict = (prefix: string, posted: Posted): boolean => posted.has(nameOf(prefix));

/** What was posted. */
export function verdictIn(prefix: string, posted: Posted): Verdict {
  const text = posted.get(nameOf(prefix))?.at(-1);
  return text === "approve" || text === "decline" ? text : undefined;
}

/** Approve or decline; neither is chosen before the person did. */
export function verdictControl(prefix: string, verdict: Verdict, problem: string | undefined): Html {
  const name = nameOf(prefix);
  const options = [
    ["approve", "Approve"],
    ["decline", "Decline"],
  ] as const;
  const group = attributes({
    class: problem === undefined ? "field verdict" : "field verdict field-wrong",
    role: "radiogroup",
    "aria-required": "true",
    "aria-describedby": problem === undefined ? undefined : `${name}-problem`,
  });
  return html`<fieldset${group}><legend class="unseen">Your decision</legend>${hiddenInputs({ [name]: "" })}
${problem !== undefined && html`<p class="problem" id="${name}-problem"><span class="unseen">Error: </span>${problemSentence(problem)}</p>`}
<div class="options options-short">${options.map(([value, label]) => {
    const id = `${name}-${value}`;
    const own = attributes({ type: "radio", id, name, value, checked: verdict === value });
    return html`<label class="option" for="${id}"><input${own}><span>${label}</span></label>\n`;
  })}</div></fieldset>`;
}

/** Declines this one, whatever is filled in. */
export function declineControl(prefix: string, verdict: Verdict): Html {
  const name = nameOf(prefix);
  const own = attributes({
    type: "checkbox",
    id: name,
    name,
    value: "decline",
    checked: verdict === "decline",
  });
  return html`<label class="option option-decline" for="${name}"><input${own}><span>Decline this one</span></label>`;
}
