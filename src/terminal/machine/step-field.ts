// Keys while a field has the focus: what is typed goes into it, and some keys move on to the next or back.

import type { Key } from "../keys/key.js";
import { chooseMarked } from "./choice-entry.js";
import { editEntry, isSeveral, problemOf } from "./entry.js";
import { answeredField, placeAfter, placeBefore } from "./places.js";
import type { CardState } from "./state.js";

/** The dialog after a key in a field; `undefined` when no field has the focus, or has a use for the key. */
export function stepField(state: CardState, key: Key): CardState | undefined {
  const field = answeredField(state, state.focus);
  const entry = state.entries[state.focus];
  if (state.card.fields[state.focus] === undefined || entry === undefined) return undefined;
  if (field === undefined) return stepDismissed(state, key);
  const isSearching = entry.type === "choice" && entry.choice.filter !== undefined;
  if (key.type === "key" && key.name === "escape" && isSearching)
    return withEntry(state, { ...entry, choice: { ...entry.choice, filter: undefined } });
  if (key.type === "key" && key.name === "enter") {
    const isMarked = entry.type === "choice" && entry.choice.mark >= 0 && !isSeveral(field);
    const chosen = isMarked ? { ...entry, choice: chooseMarked(entry.choice, false) } : entry;
    return moveOn(withEntry(state, withoutSearch(chosen)));
  }
  const edited = editEntry(field, entry, key);
  if (edited !== undefined) {
    const isTooMuch =
      key.type === "paste" && edited.type === "text" && entry.type === "text" && edited.text === entry.text;
    return isTooMuch ? { ...state, failure: TOO_MUCH } : withEntry(state, edited);
  }
  return stepAway(state, key);
}

/** Keys that leave a field for another, whatever is in it. */
function stepAway(state: CardState, key: Key): CardState | undefined {
  if (key.type !== "key") return undefined;
  switch (key.name) {
    case "tab":
    case "down":
      return moveOn(state);
    case "back-tab":
    case "up":
      // Back whatever is in the field: it is judged again when it is left the other way.
      return { ...state, focus: placeBefore(state, state.focus) ?? state.focus };
    default:
      return undefined;
  }
}

/** A question that is not answered takes no text, and is passed by. */
function stepDismissed(state: CardState, key: Key): CardState | undefined {
  if (key.type === "text" || key.type === "paste") return state;
  return key.type === "key" && key.name === "enter" ? moveOn(state) : stepAway(state, key);
}

const TOO_MUCH = "That is more text than fits here, so it was not pasted.";

type Entry = CardState["entries"][number];

const withoutSearch = (entry: Entry): Entry =>
  entry.type === "choice" ? { ...entry, choice: { ...entry.choice, filter: undefined } } : entry;

/** Puts an entry in place. A problem that is seen goes as soon as it is mended, and not before. */
function withEntry(state: CardState, entry: Entry): CardState {
  const entries = state.entries.map((other, place) => (place === state.focus ? entry : other));
  const field = state.card.fields[state.focus];
  if (field === undefined || !state.problems.has(field.key)) return { ...state, entries };
  return { ...state, entries, problems: judged(state, field.key, problemOf(field, entry)) };
}

/** To the next field, after the last to what comes of it; a field that is wrong is not left behind. */
function moveOn(state: CardState): CardState {
  const field = answeredField(state, state.focus);
  const entry = state.entries[state.focus];
  const problem = field === undefined || entry === undefined ? undefined : problemOf(field, entry);
  const problems = field === undefined ? state.problems : judged(state, field.key, problem);
  if (problem !== undefined) return { ...state, problems };
  const { length } = state.card.fields;
  // One field needs no review: it is still on the screen.
  if (length === 1) return { ...state, problems, focus: 1 };
  const next = state.isSecondLook ? undefined : placeAfter(state, state.focus);
  if (next !== undefined) return { ...state, problems, focus: next };
  return { ...state, problems, page: "review", focus: length, isSecondLook: false };
}

function judged(state: CardState, key: string, problem: string | undefined): ReadonlyMap<string, string> {
  const problems = new Map(state.problems);
  if (problem === undefined) problems.delete(key);
  else problems.set(key, problem);
  return problems;
}
