// What a line leads to: something is said, or an answer is sent.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Verdict } from "../machine/answers.js";
import type { LineState, LineStep } from "./line-state.js";

/** The dialog goes on after these lines. */
export const say = (state: LineState, lines: readonly string[]): LineStep => ({
  state,
  say: lines,
  effects: [],
});

/** The same answer to everything that the card asks. */
export const sendAll = (state: LineState, answer: Answer): LineStep =>
  send(
    state,
    state.card.questions.map(({ key }) => ({ question: key, answer })),
  );

/** What becomes of each question. */
export const send = (state: LineState, verdicts: readonly Verdict[]): LineStep => ({
  state: { ...state, stage: "sending" },
  say: ["Sending."],
  effects: [{ type: "settle", verdicts }],
});
