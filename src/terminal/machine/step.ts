// The dialog of one card: a state and what happens to it give the next state. Nothing here reads or writes anything.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Key } from "../keys/key.js";
import { readAnswers, type Verdict } from "./answers.js";
import { fillDrafts } from "./drafts.js";
import { placeBefore, placesOf } from "./places.js";
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
import { dismiss, questionInFocus, takeUp } from "./step-round.js";
import { editText, textEntry, textOf } from "./text-entry.js";

/** The dialog after an event. */
export function step(state: CardState, event: CardEvent, now: number): Step {
  const next = follow(state, event, now);
  // The key that was meant to open a page, pressed twice, does not say that the person has finished there.
  const isJustOpen = state.page === "question" && next.state.page === "waiting";
  return isJustOpen ? { ...next, state: { ...next.state, deafUntil: now + DEAF_MS } } : next;
}

function follow(state: CardState, event: CardEvent, now: number): Step {
  switch (event.type) {
    case "scroll":
      return stay({ ...state, scroll: scrolled(state.scroll, event) });
    case "drafts":
      return stay({ ...state, card: event.card, entries: fillDrafts(state, event.card), note: FOUND });
    case "opened":
      if (!event.ok) return stay({ ...state, failure: NO_BROWSER });
      return state.page === "waiting" ? stay({ ...state, note: "Opened again." }) : goThere(state);
    case "sent":
      return state.card.kind === "url" && state.given === "accept"
        ? stay({ ...state, page: "waiting", focus: 0 })
        : { state, effects: [{ type: "done" }] };
    case "refused":
      return stay(refused(state, event.problems, event.failure));
    case "key":
      if (now < state.deafUntil) return stay(stillDeaf(state, now));
      return readAnew(state, stepKey({ ...state, note: undefined, failure: undefined }, event.key));
  }
}

/** Another question of a round is read from its beginning. */
const readAnew = (before: CardState, next: Step): Step =>
  questionInFocus(before) === questionInFocus(next.state)
    ? next
    : { ...next, state: { ...next.state, scroll: 0 } };

const scrolled = (from: number, { by, last }: { readonly by: number; readonly last: number }): number =>
  Math.max(0, Math.min(Math.min(from, last) + by, last));

const FOUND = "What you typed before is here again. Nothing of it was sent.";

const NO_BROWSER = "No browser could be opened here. Open the address yourself, then say so.";

/**
 * Whoever was typing when a card appeared goes on for a while. Where one key is an answer, it takes a pause before keys
 * count; where they are only typed, the first moment is enough.
 */
const stillDeaf = (state: CardState, now: number): CardState =>
  state.card.kind === "form" ? state : { ...state, deafUntil: now + DEAF_MS };

function stepKey(state: CardState, key: Key): Step {
  if (state.page === "sending") return stay(state);
  if (state.page === "decline") return stepReason(state, key);
  const field = state.page === "question" ? stepField(state, key) : undefined;
  if (field !== undefined) return stay(field);
  if (key.type === "control" && (key.letter === "x" || key.letter === "n")) return stepOut(state, key.letter);
  if (key.type === "key" && key.name === "escape")
    return press(state, isAnswered(state) ? "finished" : "later");
  if (key.type === "text") return stepLetter(state, key);
  return key.type === "key" ? stepButtons(state, key) : stay(state);
}

/** Ways out by control keys: for the question in focus where a round has several, else for the whole. */
function stepOut(state: CardState, letter: "x" | "n"): Step {
  const question = questionInFocus(state);
  if (question !== undefined && state.dismissed.has(question)) return stay(takeUp(state, question));
  if (letter === "x")
    return buttonsOf(state).includes("decline") ? press(state, "decline", question) : stay(state);
  return stay(question === undefined ? state : dismiss(state, question, { action: "later" }));
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
  const stops = [...(fields > 0 ? placesOf(state) : []), ...buttonsOf(state).map((_, at) => fields + at)];
  const at = stops.indexOf(state.focus);
  const focusOn = (stop: number): Step =>
    stay({ ...state, focus: stops[Math.max(0, Math.min(stop, stops.length - 1))] ?? state.focus });
  switch (key.name) {
    case "right":
      return state.focus < fields && fields > 0 ? stay(state) : focusOn(at + 1);
    case "left":
      return state.focus <= fields ? (fields > 0 ? stay(state) : focusOn(0)) : focusOn(at - 1);
    case "down":
    case "tab":
      return key.name === "down" && state.focus >= fields && fields > 0 ? stay(state) : focusOn(at + 1);
    case "up":
    case "back-tab":
      return key.name === "up" && state.focus > fields
        ? stay({ ...state, focus: placeBefore(state, fields) ?? 0 })
        : focusOn(at - 1);
    case "enter": {
      if (state.page === "review" && state.focus < fields) return stay(lookAgain(state));
      const button = focusedButton(state);
      return button === undefined || key.isBurst ? stay(state) : press(state, button);
    }
    default:
      return stay(state);
  }
}

/** From the review back to a field; what was not to be answered is taken up again. */
function lookAgain(state: CardState): CardState {
  const question = questionInFocus(state);
  return question !== undefined && state.dismissed.has(question)
    ? takeUp(state, question)
    : { ...state, page: "question", isSecondLook: true };
}

function stepReason(state: CardState, key: Key): Step {
  if (key.type === "key" && key.name === "escape") return stay({ ...state, ...state.before });
  if (key.type === "key" && key.name === "enter") {
    if (key.isBurst) return stay(state);
    const reason = textOf(state.reason).trim();
    const answer = { action: "decline", ...(reason !== "" && { reason }) } as const;
    if (state.refusing === undefined) return sendAll(state, answer);
    return stay(dismiss({ ...state, ...state.before, reason: textEntry("") }, state.refusing, answer));
  }
  const reason = editText(state.reason, key, "none");
  return stay(reason === undefined ? state : { ...state, reason });
}

/** `question` is the one of a round that alone is meant. */
function press(state: CardState, button: Button, question?: string): Step {
  const { card } = state;
  const href = card.url?.href ?? "";
  switch (button) {
    case "send":
      return sendForm(state);
    case "approve":
      return accept(state);
    case "opened":
      return goThere(state);
    case "open":
    case "again":
      return { state, effects: [{ type: "open", href }] };
    case "copy":
      return {
        state: { ...state, note: "Copied, if this terminal allows that." },
        effects: [{ type: "copy", text: href }],
      };
    case "decline":
      return stay({
        ...state,
        page: "decline",
        focus: 0,
        refusing: question,
        before: { page: state.page, focus: state.focus },
      });
    case "later":
      return { state, effects: [{ type: "later" }] };
    case "cancel":
      return sendAll(state, { action: "cancel", reason: "cancelled by the person" });
    case "finished":
      return isAnswered(state) ? { state, effects: [{ type: "done" }] } : accept(state);
  }
}

/** True for a page that is only here: who asked heard at once that the person goes there. */
const isAnswered = ({ page, card }: CardState): boolean => page === "waiting" && !card.isKept;

/** The person goes to the page. What is kept elsewhere stays open meanwhile, and what they do besides goes on. */
function goThere(state: CardState): Step {
  if (!state.card.isKept) return state.page === "question" ? accept(state) : stay(state);
  const there = { page: "waiting", focus: 0 } as const;
  const away: CardState = { ...state, isAway: true };
  if (state.page === "question") return stay({ ...away, ...there });
  return stay(state.page === "decline" ? { ...away, before: there } : away);
}

function sendForm(state: CardState): Step {
  const { verdicts, problems } = readAnswers(state);
  if (problems.size > 0) return stay(refused(state, problems, undefined));
  return send(state, verdicts, "accept");
}

const accept = (state: CardState): Step => sendAll(state, { action: "accept", content: {} });

/** The same answer to everything that the card asks. */
const sendAll = (state: CardState, answer: Answer): Step =>
  send(
    state,
    state.card.questions.map(({ key }) => ({ question: key, answer })),
    answer.action,
  );

const send = (state: CardState, verdicts: readonly Verdict[], given: Answer["action"]): Step => ({
  state: { ...state, page: "sending", failure: undefined, given },
  effects: [{ type: "settle", verdicts }],
});

/** Back to the first field that is wrong, with everything that was typed. */
function refused(
  state: CardState,
  problems: ReadonlyMap<string, string>,
  failure: string | undefined,
): CardState {
  const { fields, kind } = state.card;
  const wrong = fields.findIndex(({ key }) => problems.has(key));
  const isForm = kind === "form";
  return {
    ...state,
    page: state.isAway ? "waiting" : isForm && wrong < 0 && fields.length > 1 ? "review" : "question",
    focus: wrong >= 0 ? wrong : isForm ? fields.length : -1,
    isSecondLook: fields.length > 1,
    given: undefined,
    problems,
    failure,
  };
}

const stay = (state: CardState): Step => ({ state, effects: [] });
