// A list of options while somebody chooses: what is chosen, where the mark is, what is searched for.

import type { CardOption } from "../card/card-field.js";
import type { Key } from "../keys/key.js";

/** What is chosen of a list of options. */
export interface ChoiceEntry {
  /** Places in the list, in its order. */
  readonly chosen: readonly number[];
  /** Where the mark is among all options; -1 for nowhere. */
  readonly mark: number;
  /** What options must contain to be seen; `undefined` while nobody searches. */
  readonly filter: string | undefined;
}

/** As many options as have a number key. */
export const MOST_NUMBERED = 9;

/** Nothing is chosen but what the author chose. */
export function choiceEntry(options: readonly CardOption[]): ChoiceEntry {
  const chosen = options.flatMap((option, place) => (option.isDefault ? [place] : []));
  return { chosen, mark: chosen[0] ?? -1, filter: undefined };
}

/** The places of the options that are seen. */
export function seenOptions(options: readonly CardOption[], { filter = "" }: ChoiceEntry): readonly number[] {
  const wanted = filter.trim().toLocaleLowerCase("en");
  return options.flatMap(({ label }, place) =>
    label.toLocaleLowerCase("en").includes(wanted) ? [place] : [],
  );
}

/** The entry after a key; `undefined` when the key is none for lists. */
export function editChoice(
  entry: ChoiceEntry,
  key: Key,
  options: readonly CardOption[],
  isSeveral: boolean,
): ChoiceEntry | undefined {
  const seen = seenOptions(options, entry);
  switch (key.type) {
    case "text":
      return editWithText(entry, key.text, options, isSeveral);
    case "key":
      break;
    default:
      return undefined;
  }
  switch (key.name) {
    case "up":
    case "down": {
      const at = seen.indexOf(entry.mark);
      const next = key.name === "down" ? at + 1 : at < 0 ? seen.length - 1 : at - 1;
      const mark = seen[next];
      // Past either end is the next field.
      return mark === undefined ? undefined : { ...entry, mark };
    }
    case "home":
      return { ...entry, mark: seen[0] ?? -1 };
    case "end":
      return { ...entry, mark: seen.at(-1) ?? -1 };
    case "backspace":
      if (entry.filter === undefined) return isSeveral ? undefined : cleared(entry, options);
      return searching(
        entry,
        entry.filter === "" ? undefined : [...entry.filter].slice(0, -1).join(""),
        options,
      );
    default:
      return undefined;
  }
}

/** The option under the mark, chosen or left. */
export const chooseMarked = (entry: ChoiceEntry, isSeveral: boolean): ChoiceEntry =>
  entry.mark < 0 ? entry : choose(entry, entry.mark, isSeveral);

/** The yes or the no that a letter stands for, chosen; as it was for any other letter. */
export function chooseByLetter(
  entry: ChoiceEntry,
  letter: string,
  options: readonly CardOption[],
): ChoiceEntry {
  const value = { y: true, n: false }[letter.toLowerCase()];
  const place = value === undefined ? -1 : options.findIndex((option) => option.value === value);
  return place < 0 ? entry : { ...entry, chosen: [place], mark: place };
}

function editWithText(
  entry: ChoiceEntry,
  text: string,
  options: readonly CardOption[],
  isSeveral: boolean,
): ChoiceEntry | undefined {
  if (entry.filter === undefined) {
    if (text === " ") return chooseMarked(entry, isSeveral);
    const place = /^[1-9]$/.test(text) ? Number(text) - 1 : -1;
    if (place >= 0 && place < Math.min(options.length, MOST_NUMBERED))
      return choose({ ...entry, mark: place }, place, isSeveral);
    if (place >= 0) return entry;
    return searching(entry, text === "/" ? "" : text, options);
  }
  // A blank chooses where something is marked; before that it is part of what is searched for.
  if (text === " " && entry.mark >= 0 && isSeveral) return chooseMarked(entry, isSeveral);
  return searching(entry, entry.filter + text, options);
}

function searching(
  entry: ChoiceEntry,
  filter: string | undefined,
  options: readonly CardOption[],
): ChoiceEntry {
  const found = { ...entry, filter };
  const seen = seenOptions(options, found);
  const mark = filter === undefined || filter === "" ? entry.mark : (seen[0] ?? -1);
  return { ...found, mark };
}

function choose(entry: ChoiceEntry, place: number, isSeveral: boolean): ChoiceEntry {
  if (!isSeveral) return { ...entry, chosen: [place] };
  const chosen = entry.chosen.includes(place)
    ? entry.chosen.filter((other) => other !== place)
    : [...entry.chosen, place].sort((one, other) => one - other);
  return { ...entry, chosen };
}

/** Back to no answer, where there is a way to give none. */
const cleared = (entry: ChoiceEntry, options: readonly CardOption[]): ChoiceEntry =>
  options.some((option) => option.isDefault) ? entry : { ...entry, chosen: [], mark: -1 };
