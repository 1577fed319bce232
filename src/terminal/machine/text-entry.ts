// A line of text that is being typed: what is there, and where the cursor is.

import type { Key } from "../keys/key.js";
import { graphemesOf } from "../text/width.js";

/** Text with a cursor in it. */
export interface TextEntry {
  /** Its characters as a person sees them. */
  readonly characters: readonly string[];
  /** How many of them are before the cursor. */
  readonly cursor: number;
}

/** A text with the cursor at its end. */
export function textEntry(text: string): TextEntry {
  const characters = graphemesOf(text);
  return { characters, cursor: characters.length };
}

/** What is typed. */
export const textOf = ({ characters }: TextEntry): string => characters.join("");

/** More than anybody types or pastes into a field. */
const LONGEST_TEXT = 100_000;

/** What becomes of line breaks: kept, kept but for those at the end of what is pasted, or turned into blanks. */
export type LineBreaks = "kept" | "inner" | "none";

/** The text after a key; `undefined` when the key is none for texts. */
export function editText(entry: TextEntry, key: Key, breaks: LineBreaks): TextEntry | undefined {
  const { characters, cursor } = entry;
  switch (key.type) {
    case "text":
      return insert(entry, key.text);
    case "paste":
      return insert(entry, withBreaks(key.text, breaks));
    case "control":
      return editWithControl(entry, key.letter);
    case "key":
      break;
    default:
      return undefined;
  }
  switch (key.name) {
    case "newline":
      return breaks === "kept" ? insert(entry, "\n") : undefined;
    case "left":
      return { characters, cursor: Math.max(0, cursor - 1) };
    case "right":
      return { characters, cursor: Math.min(characters.length, cursor + 1) };
    case "home":
      return { characters, cursor: 0 };
    case "end":
      return { characters, cursor: characters.length };
    case "backspace":
      return remove(entry, cursor - 1, cursor);
    case "delete":
      return remove(entry, cursor, cursor + 1);
    default:
      return undefined;
  }
}

function withBreaks(text: string, breaks: LineBreaks): string {
  if (breaks === "kept") return text;
  const inner = text.replace(/\n+$/, "");
  return breaks === "inner" ? inner : inner.replace(/\n+/g, " ");
}

function editWithControl(entry: TextEntry, letter: string): TextEntry | undefined {
  const { characters, cursor } = entry;
  switch (letter) {
    case "a":
      return { characters, cursor: 0 };
    case "e":
      return { characters, cursor: characters.length };
    case "b":
      return { characters, cursor: Math.max(0, cursor - 1) };
    case "f":
      return { characters, cursor: Math.min(characters.length, cursor + 1) };
    case "u":
      return remove(entry, 0, cursor);
    case "k":
      return remove(entry, cursor, characters.length);
    case "w":
      return remove(entry, wordStart(entry), cursor);
    default:
      return undefined;
  }
}

function insert(entry: TextEntry, text: string): TextEntry {
  const { characters, cursor } = entry;
  const before = characters.slice(0, cursor).join("") + text;
  const after = characters.slice(cursor).join("");
  if (before.length + after.length > LONGEST_TEXT) return entry;
  // A mark joins the character before it, so all of it is read anew.
  const head = graphemesOf(before);
  return { characters: [...head, ...graphemesOf(after)], cursor: head.length };
}

function remove({ characters, cursor }: TextEntry, from: number, to: number): TextEntry {
  if (from < 0 || from >= characters.length || from === to) return { characters, cursor };
  return { characters: [...characters.slice(0, from), ...characters.slice(to)], cursor: from };
}

function wordStart({ characters, cursor }: TextEntry): number {
  let start = cursor;
  while (start > 0 && characters[start - 1]?.trim() === "") start -= 1;
  while (start > 0 && characters[start - 1]?.trim() !== "") start -= 1;
  return start;
}
