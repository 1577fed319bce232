// A dialog by lines: a state and a line give the next state. For terminals that only know lines, and for people who listen.

import { type Card, isRound } from "../card/card.js";
import { sentence } from "../look/value.js";
import type { View } from "../look/view.js";
import { type Dismissal, readAnswers } from "../machine/answers.js";
import { type Entry, firstEntry, problemOf } from "../machine/entry.js";
import { placeAfter, placeBefore, placesOf } from "../machine/places.js";
import { refill } from "../machine/refit.js";
import { emptyEntry, fillEntry } from "./fill-entry.js";
import { asks, wants } from "./line-prompts.js";
import type { LineState, LineStep, Stage } from "./line-state.js";
import { say, send, sendAll } from "./line-steps.js";
import { helpTexts, introduction, isMultiline } from "./line-texts.js";
import { stepUrl } from "./step-url.js";

/** Begins a dialog, and says what it is about. */
export function beginLines(card: Card, view: View): LineStep {
  const stage: Stage = card.kind === "form" ? "field" : card.kind;
  const state: LineState = {
    card,
    now: view.now,
    stage,
    entries: card.fields.map(firstEntry),
    dismissed: new Map(),
    refusing: undefined,
    before: stage,
    focus: 0,
    gathered: [],
    isAway: false,
    isComplete: false,
  };
  return say(state, [...introduction(card, view), ...wants(state)]);
}

/** Goes on with another card in its place: what was typed for what is still asked is kept. */
export function refitLines(state: LineState, given: Card): LineStep {
  const { card, entries, dismissed, added, isOther } = refill(state, given);
  if (!isOther || state.stage === "sending") return say({ ...state, card }, []);
  const { key } = card.fields.find((field) => field.key === state.card.fields[state.focus]?.key) ?? {};
  const same = card.fields.findIndex((field) => field.key === key);
  const stage: Stage = card.kind === "form" ? "field" : card.kind;
  const focus = state.stage === "field" && same >= 0 ? same : Math.max(0, added);
  const next: LineState = { ...state, card, entries, dismissed, stage, focus, isComplete: false };
  const news = added >= 0 ? ["Another question belongs to these."] : [];
  return say(next, [...news, card.message, ...asks(next)]);
}

/** The dialog after a line. */
export function stepLine(state: LineState, given: string): LineStep {
  const { stage } = state;
  if (stage === "sending") return say(state, []);
  if (stage === "field") return stepField(state, given);
  const line = given.trim();
  if (stage === "reason") return stepReason(state, line);
  const word = line.replace(/^:/, "").toLowerCase();
  if (isWayOut(word) && (stage !== "waiting" || state.isAway)) return stepCommand(state, word);
  switch (stage) {
    case "approval":
      if (word === "yes" || word === "y") return sendAll(state, { action: "accept", content: {} });
      if (word === "no" || word === "n") return stepCommand(state, "decline");
      return say(state, asks(state));
    case "review":
      return stepReview(state, word);
    case "url":
    case "waiting":
      return stepUrl(state, word);
    case "unshowable":
      return say(state, asks(state));
  }
}

/** Why the person says no; or that they do not. What begins with one colon is never sent. */
function stepReason(state: LineState, line: string): LineStep {
  if (/^:[a-z-]+$/i.test(line)) {
    const taken: LineState = { ...state, stage: state.before, refusing: undefined };
    const word = line.slice(1).toLowerCase();
    return word === "back" ? say(taken, asks(taken)) : stepCommand(taken, word);
  }
  const reason = line.replace(/^::/, ":");
  return refuse(state, { action: "decline", ...(reason !== "" && { reason }) });
}

const isWayOut = (word: string): boolean => /^(?:decline|later|cancel|help|back)(?:-all)?$/.test(word);

/** The dialog after the answer was taken, or refused. */
export function afterSending(
  state: LineState,
  outcome: { readonly problems: ReadonlyMap<string, string>; readonly failure: string | undefined },
): LineStep {
  const { card } = state;
  const wrong = card.fields.findIndex(({ key }) => outcome.problems.has(key));
  const said = [
    ...(outcome.failure === undefined ? [] : [`Error: ${outcome.failure}`]),
    ...[...outcome.problems].map(([key, problem]) => `Error: ${labelOf(card, key)}: ${sentence(problem)}`),
  ];
  const stage: Stage =
    card.kind === "form" ? (wrong < 0 ? "review" : "field") : state.isAway ? "waiting" : card.kind;
  const back = { ...state, stage, focus: Math.max(0, wrong) };
  return say(back, [...said, ...asks(back)]);
}

const labelOf = (card: Card, key: string): string =>
  card.fields.find((field) => field.key === key)?.label ?? "A field";

function stepField(state: LineState, given: string): LineStep {
  const field = state.card.fields[state.focus];
  const entry = state.entries[state.focus];
  if (field === undefined || entry === undefined) return say(state, []);
  const isCommand = !field.isMasked && /^:[a-z-]+$/i.test(given.trim());
  if (isCommand) return stepCommand(state, given.trim().slice(1).toLowerCase());
  if (
    field.isMasked &&
    state.gathered.length === 0 &&
    /^:(?:back|clear|(?:decline|later|cancel)(?:-all)?|help)$/i.test(given.trim())
  )
    return stepCommand(state, given.trim().slice(1).toLowerCase());
  if (isMultiline(field) && given !== ".") {
    if (given === "" && state.gathered.length === 0) return moveOn(state);
    return say({ ...state, gathered: [...state.gathered, given] }, []);
  }
  const value = isMultiline(field)
    ? state.gathered.map((line) => `${line}\n`).join("")
    : given.replace(/^::/, ":");
  const emptied = { ...state, gathered: [] };
  if (value.trim() === "") return moveOn(emptied);
  const next = fillEntry(field, entry, value);
  return next === undefined
    ? say(emptied, ["Error: That is none of the options.", ...asks(emptied)])
    : moveOn(withEntry(emptied, next));
}

function stepCommand(state: LineState, command: string): LineStep {
  const question =
    isRound(state.card) && state.stage === "field" ? state.card.fields[state.focus]?.question : undefined;
  const later: LineStep = { state, say: [], effects: [{ type: "later" }] };
  switch (command) {
    case "decline":
    case "decline-all": {
      const refusing = command === "decline" ? question : undefined;
      const asked: LineState = { ...state, stage: "reason", before: state.stage, refusing, gathered: [] };
      return say(asked, asks(asked));
    }
    case "later":
      return question === undefined ? later : dismiss(state, question, { action: "later" });
    case "later-all":
      return later;
    case "cancel":
    case "cancel-all":
      if (!state.card.isKept) return later;
      return sendAll(state, { action: "cancel", reason: "cancelled by the person" });
    case "back": {
      if (state.card.kind !== "form") return say(state, asks(state));
      const from = state.stage === "field" ? state.focus : state.card.fields.length;
      return askFor(state, placeBefore(state, from) ?? 0);
    }
    case "clear":
      return clear(state);
    case "help":
      return say(state, [...helpTexts(state.card), ...asks(state)]);
    default:
      return say(state, [`Error: There is no :${command} here.`, ...helpTexts(state.card)]);
  }
}

/** Asks for one field; a question that was not to be answered is taken up again with it. */
function askFor(state: LineState, focus: number): LineStep {
  const dismissed = new Map(state.dismissed);
  dismissed.delete(state.card.fields[focus]?.question ?? "");
  const next: LineState = { ...state, dismissed, stage: "field", focus, gathered: [] };
  return say(next, asks(next));
}

/** Leaves one question of a round without an answer, and goes on behind it. */
function dismiss(state: LineState, question: string, dismissal: Dismissal): LineStep {
  const dismissed = new Map(state.dismissed).set(question, dismissal);
  return goOn({ ...state, dismissed, stage: "field", gathered: [] });
}

/** What a reason was asked for: a no to one question, or to all. */
const refuse = (state: LineState, answer: Extract<Dismissal, { action: "decline" }>): LineStep =>
  state.refusing === undefined ? sendAll(state, answer) : dismiss(state, state.refusing, answer);

function clear(state: LineState): LineStep {
  const field = state.card.fields[state.focus];
  if (field === undefined) return say(state, asks(state));
  const cleared = withEntry({ ...state, gathered: [] }, emptyEntry(field));
  return say(cleared, ["The answer is taken away.", ...asks(cleared)]);
}

function moveOn(state: LineState): LineStep {
  const field = state.card.fields[state.focus];
  const entry = state.entries[state.focus];
  const problem = field === undefined || entry === undefined ? undefined : problemOf(field, entry);
  return problem === undefined ? goOn(state) : say(state, [`Error: ${sentence(problem)}`, ...asks(state)]);
}

/** To the next field in view, or to what comes after the last. */
function goOn(state: LineState): LineStep {
  const place = state.isComplete ? undefined : placeAfter(state, state.focus);
  const next: LineState =
    place === undefined ? { ...state, stage: "review", isComplete: true } : { ...state, focus: place };
  return say(next, asks(next));
}

function stepReview(state: LineState, word: string): LineStep {
  if (word === "send") {
    const { verdicts, problems } = readAnswers(state);
    if (problems.size > 0) return afterSending(state, { problems, failure: undefined });
    return send(state, verdicts);
  }
  const place = /^\d+$/.test(word) ? Number(word) - 1 : -1;
  return placesOf(state).includes(place) ? askFor(state, place) : say(state, asks(state));
}

const withEntry = (state: LineState, entry: Entry): LineState => ({
  ...state,
  entries: state.entries.map((other, place) => (place === state.focus ? entry : other)),
});
