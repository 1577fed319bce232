// A dialog by lines: a state and a line give the next state. For terminals that only know lines, and for people who listen.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Card } from "../card/card.js";
import { sentence } from "../look/value.js";
import type { View } from "../look/view.js";
import { contentOf } from "../machine/content.js";
import { type Entry, firstEntry, problemOf } from "../machine/entry.js";
import type { Effect } from "../machine/state.js";
import { emptyEntry, fillEntry } from "./fill-entry.js";
import type { LineState, LineStep, Stage } from "./line-state.js";
import { fieldTexts, HELP, introduction, isMultiline, reviewTexts } from "./line-texts.js";

/** Begins a dialog, and says what it is about. */
export function beginLines(card: Card, view: View): LineStep {
  const stage: Stage = card.kind === "form" ? "field" : card.kind;
  const state: LineState = {
    card,
    stage,
    entries: card.fields.map(firstEntry),
    focus: 0,
    gathered: [],
    isComplete: false,
  };
  return say(state, [...introduction(card, view), ...asks(state)]);
}

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

/** The dialog after a line. */
export function stepLine(state: LineState, given: string): LineStep {
  const { stage } = state;
  if (stage === "sending") return say(state, []);
  if (stage === "field") return stepField(state, given);
  const line = given.trim();
  if (stage === "reason") return send(state, { action: "decline", ...(line !== "" && { reason: line }) });
  const word = line.replace(/^:/, "").toLowerCase();
  if (isWayOut(word) && stage !== "waiting") return stepCommand(state, word);
  switch (stage) {
    case "approval":
      if (word === "yes" || word === "y") return send(state, { action: "accept", content: {} });
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

const isWayOut = (word: string): boolean => /^(?:decline|later|cancel|help|back)$/.test(word);

/** The dialog after the answer was taken, or refused. */
export function afterSending(
  state: LineState,
  outcome: { readonly problems: ReadonlyMap<string, string>; readonly failure: string | undefined },
): LineStep {
  const { card } = state;
  const wrong = card.fields.findIndex(({ name }) => outcome.problems.has(name));
  const said = [
    ...(outcome.failure === undefined ? [] : [`Error: ${outcome.failure}`]),
    ...[...outcome.problems].map(([name, problem]) => `Error: ${labelOf(card, name)}: ${sentence(problem)}`),
  ];
  const stage: Stage = card.kind !== "form" ? card.kind : wrong < 0 ? "review" : "field";
  const back = { ...state, stage, focus: Math.max(0, wrong) };
  return say(back, [...said, ...asks(back)]);
}

/** The dialog after a browser was opened, or could not be. */
export function afterOpening(state: LineState, ok: boolean): LineStep {
  if (!ok)
    return say(state, [
      "Error: No browser could be opened here. Open the address yourself, then type opened.",
    ]);
  return state.stage === "waiting"
    ? say(state, ["Opened again."])
    : send(state, { action: "accept", content: {} });
}

/** The dialog while the person is on a page. */
export function whileAway(state: LineState): LineStep {
  const away: LineState = { ...state, stage: "waiting" };
  return say(away, ["The page is open. Finish there, then type done; again opens it once more."]);
}

const labelOf = (card: Card, name: string): string =>
  card.fields.find((field) => field.name === name)?.label ?? name;

/** What is said to get the next line. */
function asks(state: LineState): readonly string[] {
  switch (state.stage) {
    case "field":
      return fieldTexts(state);
    case "review":
      return reviewTexts(state);
    case "approval":
      return ["Type yes to approve, no to decline, later for not now."];
    case "url":
      return ["Type open to open it in a browser, opened if you opened it yourself, decline, or later."];
    case "unshowable":
      return ["Type decline, or later."];
    case "reason":
      return ["You decline. Say why, if you like; Enter alone gives no reason."];
    default:
      return [];
  }
}

function stepField(state: LineState, given: string): LineStep {
  const field = state.card.fields[state.focus];
  const entry = state.entries[state.focus];
  if (field === undefined || entry === undefined) return say(state, []);
  const isCommand = !field.isMasked && /^:[a-z]+$/i.test(given.trim());
  if (isCommand) return stepCommand(state, given.trim().slice(1).toLowerCase());
  if (
    field.isMasked &&
    state.gathered.length === 0 &&
    /^:(?:back|clear|decline|later|cancel|help)$/i.test(given.trim())
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
    ? say(emptied, ["Error: That is none of the options.", ...fieldTexts(emptied)])
    : moveOn(withEntry(emptied, next));
}

function stepCommand(state: LineState, command: string): LineStep {
  switch (command) {
    case "decline": {
      const asked: LineState = { ...state, stage: "reason", gathered: [] };
      return say(asked, asks(asked));
    }
    case "later":
      return { state, say: [], effects: [{ type: "later" }] };
    case "cancel":
      if (!state.card.isKept) return { state, say: [], effects: [{ type: "later" }] };
      return send(state, { action: "cancel", reason: "cancelled by the person" });
    case "back": {
      if (state.card.kind !== "form") return say(state, asks(state));
      const back: LineState = {
        ...state,
        stage: "field",
        focus: Math.max(0, state.stage === "field" ? state.focus - 1 : state.card.fields.length - 1),
        gathered: [],
      };
      return say(back, asks(back));
    }
    case "clear":
      return clear(state);
    case "help":
      return say(state, [...HELP, ...asks(state)]);
    default:
      return say(state, [`Error: There is no :${command} here.`, ...HELP]);
  }
}

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
  if (problem !== undefined) return say(state, [`Error: ${sentence(problem)}`, ...asks(state)]);
  const isLast = state.isComplete || state.focus + 1 === state.card.fields.length;
  const next: LineState = isLast
    ? { ...state, stage: "review", isComplete: true }
    : { ...state, focus: state.focus + 1 };
  return say(next, asks(next));
}

function stepReview(state: LineState, word: string): LineStep {
  if (word === "send") {
    const { content, problems } = contentOf(state.card, state.entries);
    if (problems.size > 0) return afterSending(state, { problems, failure: undefined });
    return send(state, { action: "accept", content });
  }
  const place = /^\d+$/.test(word) ? Number(word) - 1 : -1;
  const next: LineState =
    place >= 0 && place < state.card.fields.length ? { ...state, stage: "field", focus: place } : state;
  return say(next, asks(next));
}

function stepUrl(state: LineState, word: string): LineStep {
  const href = state.card.url?.href ?? "";
  const open: Effect = { type: "open", href };
  if (state.stage === "waiting") {
    if (word === "again") return { state, say: [], effects: [open] };
    return word === "done" || word === ""
      ? { state, say: [], effects: [{ type: "done" }] }
      : whileAway(state);
  }
  if (word === "open") return { state, say: [], effects: [open] };
  return word === "opened" ? send(state, { action: "accept", content: {} }) : say(state, asks(state));
}

const withEntry = (state: LineState, entry: Entry): LineState => ({
  ...state,
  entries: state.entries.map((other, place) => (place === state.focus ? entry : other)),
});

const say = (state: LineState, lines: readonly string[]): LineStep => ({ state, say: lines, effects: [] });

const send = (state: LineState, answer: Answer): LineStep => ({
  state: { ...state, stage: "sending" },
  say: ["Sending."],
  effects: [{ type: "settle", answer }],
});
