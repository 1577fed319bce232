// Keys while a field has the focus: what is typed goes into it, and some keys move on to the next or back.

import type { Key } from "../keys/key.js";
import { chooseMarked } from "./choice-entry.js";
import { editEntry, isSeveral, problemOf } from "./entry.js";
import type { CardState } from "./state.js";

/** The dialog after a key in a field; `undefined` when no field has the focus, or has a use for the key. */
export function stepField(state: CardState, key: Key): CardState | undefined {
  const field = state.card.fields[state.focus];
  const entry = state.entries[state.focus];
  if (field === undefined || entry === undefined) return undefined;
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
  if (key.type !== "key") return undefined;
  switch (key.name) {
    case "tab":
    case "down":
      return moveOn(state);
    case "back-tab":
    case "up":
      return state.focus === 0 ? state : leave(state, state.focus - 1);
    default:
      return undefined;
  }
}

const TOO_MUCH = "That is more text than fits here, so it was not pasted.";

type Entry = CardState["entries"][number];

const withoutSearch = (entry: Entry): Entry =>
  entry.type === "choice" ? { ...entry, choice: { ...entry.choice, filter: undefined } } : entry;

/** Puts an entry in place. A problem that is seen goes as soon as it is mended, and not before. */
function withEntry(state: CardState, entry: Entry): CardState {
  const entries = state.entries.map((other, place) => (place === state.focus ? entry : other));
  const field = state.card.fields[state.focus];
  if (field === undefined || !state.problems.has(field.name)) return { ...state, entries };
  return { ...state, entries, problems: judged(state, field.name, problemOf(field, entry)) };
}

/** To the next field, after the last to what comes of it; a field that is wrong is not left behind. */
function moveOn(state: CardState): CardState {
  const field = state.card.fields[state.focus];
  const entry = state.entries[state.focus];
  if (field === undefined || entry === undefined) return state;
  const problem = problemOf(field, entry);
  if (problem !== undefined) return { ...state, problems: judged(state, field.name, problem) };
  const problems = judged(state, field.name, undefined);
  const { length } = state.card.fields;
  const isLast = state.focus + 1 === length || state.isSecondLook;
  // One field needs no review: it is still on the screen.
  if (length === 1 || !isLast) return { ...state, problems, focus: state.focus + 1 };
  return { ...state, problems, page: "review", focus: length, isSecondLook: false };
}

/** Back, whatever is in the field: it is judged again when it is left the other way. */
const leave = (state: CardState, focus: number): CardState => ({ ...state, focus });

function judged(state: CardState, name: string, problem: string | undefined): ReadonlyMap<string, string> {
  const problems = new Map(state.problems);
  if (problem === undefined) problems.delete(name);
  else problems.set(name, problem);
  return problems;
}
