// The dialog of one card: a state and what happens to it give the next state. Nothing here reads or writes anything.

import type { Answer } from "../../core/elicitation/answer.js";
import { isYesOrNo } from "../card/card.js";
import type { Key } from "../keys/key.js";
import { contentOf } from "./content.js";
import {
  type Button,
  buttonsOf,
  type CardEvent,
  type CardState,
  DEAF_MS,
  focusedButton,
  type Step,
} from "./state.js";
import { stepField } from "./step-field.js";
import { editText, textOf } from "./text-entry.js";

/** The dialog after an event. */
export function step(state: CardState, event: CardEvent, now: number): Step {
  switch (event.type) {
    case "scroll":
      return stay({ ...state, scroll: scrolled(state.scroll, event) });
    case "opened":
      if (!event.ok) return stay({ ...state, failure: NO_BROWSER });
      return state.page === "waiting" ? stay({ ...state, note: "Opened again." }) : accept(state);
    case "sent":
      return state.card.kind === "url" && state.given === "accept"
        ? stay({ ...state, page: "waiting", focus: 0 })
        : { state, effects: [{ type: "done" }] };
    case "refused":
      return stay(refused(state, event.problems, event.failure));
    case "key":
      if (now < state.deafUntil) return stay(stillDeaf(state, now));
      return stepKey({ ...state, note: undefined, failure: undefined }, event.key);
  }
}

const scrolled = (from: number, { by, last }: { readonly by: number; readonly last: number }): number =>
  Math.max(0, Math.min(Math.min(from, last) + by, last));

const NO_BROWSER = "No browser could be opened here. Open the address yourself, then say so.";

/**
 * Whoever was typing when a card appeared goes on for a while. Where one key is an answer, it takes a pause before keys
 * count; where they are only typed, the first moment is enough.
 */
const stillDeaf = (state: CardState, now: number): CardState =>
  state.card.kind === "form" && !isYesOrNo(state.card) ? state : { ...state, deafUntil: now + DEAF_MS };

function stepKey(state: CardState, key: Key): Step {
  if (state.page === "sending") return stay(state);
  if (state.page === "decline") return stepReason(state, key);
  const field = state.page === "question" ? (stepYesOrNo(state, key) ?? stepField(state, key)) : undefined;
  if (field !== undefined) return stay(field);
  if (key.type === "control" && key.letter === "x" && buttonsOf(state).includes("decline"))
    return press(state, "decline");
  if (key.type === "key" && key.name === "escape")
    return press(state, state.page === "waiting" ? "finished" : "later");
  if (key.type === "text") return stepLetter(state, key);
  return key.type === "key" ? stepButtons(state, key) : stay(state);
}

/** Where a yes or a no is all, its letter chooses it from anywhere, and Enter is left to send it. */
function stepYesOrNo(state: CardState, key: Key): CardState | undefined {
  if (!isYesOrNo(state.card) || key.type !== "text" || key.isBurst || !/^[yn]$/i.test(key.text))
    return undefined;
  const chosen = stepField({ ...state, focus: 0 }, key);
  return chosen && { ...chosen, problems: new Map(), focus: 1 };
}

/** Single letters act only where nothing can be typed, and never when they came in a heap. */
function stepLetter(state: CardState, key: Extract<Key, { type: "text" }>): Step {
  if (key.isBurst) return stay(state);
  const letters = LETTERS[state.page === "waiting" ? "waiting" : state.card.kind];
  const button = letters?.[key.text.toLowerCase()];
  return button === undefined ? stay(state) : press(state, button);
}

const LETTERS: { readonly [where: string]: { readonly [letter: string]: Button } } = {
  approval: { y: "approve", n: "decline" },
  url: { o: "open", c: "copy" },
  waiting: { o: "again", c: "copy" },
};

function stepButtons(state: CardState, key: Extract<Key, { type: "key" }>): Step {
  const fields = state.page === "waiting" ? 0 : state.card.fields.length;
  const last = fields + buttonsOf(state).length - 1;
  const focusOn = (focus: number): Step => stay({ ...state, focus: Math.max(0, Math.min(focus, last)) });
  switch (key.name) {
    case "right":
      return state.focus < fields && fields > 0 ? stay(state) : focusOn(state.focus + 1);
    case "left":
      return state.focus <= fields ? (fields > 0 ? stay(state) : focusOn(0)) : focusOn(state.focus - 1);
    case "down":
    case "tab":
      return key.name === "down" && state.focus >= fields && fields > 0
        ? stay(state)
        : focusOn(state.focus + 1);
    case "up":
    case "back-tab":
      return key.name === "up" && state.focus > fields ? focusOn(fields - 1) : focusOn(state.focus - 1);
    case "enter": {
      if (state.page === "review" && state.focus < fields)
        return stay({ ...state, page: "question", isSecondLook: true });
      const button = focusedButton(state);
      return button === undefined || key.isBurst ? stay(state) : press(state, button);
    }
    default:
      return stay(state);
  }
}

function stepReason(state: CardState, key: Key): Step {
  if (key.type === "key" && key.name === "escape") return stay({ ...state, ...state.before });
  if (key.type === "key" && key.name === "enter") {
    if (key.isBurst) return stay(state);
    const reason = textOf(state.reason).trim();
    return send(state, { action: "decline", ...(reason !== "" && { reason }) });
  }
  const reason = editText(state.reason, key, "none");
  return stay(reason === undefined ? state : { ...state, reason });
}

function press(state: CardState, button: Button): Step {
  const { card } = state;
  const href = card.url?.href ?? "";
  switch (button) {
    case "send":
      return sendForm(state);
    case "approve":
    case "opened":
      return accept(state);
    case "open":
    case "again":
      return { state, effects: [{ type: "open", href }] };
    case "copy":
      return {
        state: { ...state, note: "Copied, if this terminal allows that." },
        effects: [{ type: "copy", text: href }],
      };
    case "decline":
      return stay({ ...state, page: "decline", focus: 0, before: { page: state.page, focus: state.focus } });
    case "later":
      return { state, effects: [{ type: "later" }] };
    case "cancel":
      return send(state, { action: "cancel", reason: "cancelled by the person" });
    case "finished":
      return { state, effects: [{ type: "done" }] };
  }
}

function sendForm(state: CardState): Step {
  const { content, problems } = contentOf(state.card, state.entries);
  if (problems.size > 0) return stay(refused(state, problems, undefined));
  return send(state, { action: "accept", content });
}

const accept = (state: CardState): Step => send(state, { action: "accept", content: {} });

const send = (state: CardState, answer: Answer): Step => ({
  state: { ...state, page: "sending", failure: undefined, given: answer.action },
  effects: [{ type: "settle", answer }],
});

/** Back to the first field that is wrong, with everything that was typed. */
function refused(
  state: CardState,
  problems: ReadonlyMap<string, string>,
  failure: string | undefined,
): CardState {
  const { fields, kind } = state.card;
  const wrong = fields.findIndex(({ name }) => problems.has(name));
  const isForm = kind === "form";
  return {
    ...state,
    page: isForm && wrong < 0 && fields.length > 1 ? "review" : "question",
    focus: wrong >= 0 ? wrong : isForm ? fields.length : -1,
    isSecondLook: fields.length > 1,
    given: undefined,
    problems,
    failure,
  };
}

const stay = (state: CardState): Step => ({ state, effects: [] });
