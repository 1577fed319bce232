// Reads keys out of what a terminal sends, whichever way that is cut into pieces.

import { graphemesOf } from "../text/width.js";
import type { Key, KeyName } from "./key.js";

const PASTE_BEGIN = "\u001b[200~";
const PASTE_END = "\u001b[201~";

/** More than anybody pastes into a field; the rest of a longer paste is dropped. */
const LONGEST_PASTE = 200_000;

/** An escape sequence that begins here: a control sequence, one of three characters, or a key with Alt. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what terminals send
const SEQUENCE = /^\u001b(?:\[[0-9;?<>=]*[ -/]*[@-~]|O[ -~]|\[\[[A-E]|[^[O])/su;
/** One that may still go on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what terminals send
const UNFINISHED = /^\u001b(?:$|\[[0-9;?<>=]*[ -/]*$|O$|\[\[$)/;

/** Longer than any sequence: what has not ended by then is none. */
const LONGEST_SEQUENCE = 64;

/** Reads keys from text that comes in pieces. */
export class KeyParser {
  #rest = "";
  /** What was pasted so far; `undefined` outside of a paste. */
  #paste: string | undefined;

  /** True when an escape character waits for what may follow it. */
  get isWaiting(): boolean {
    return this.#rest !== "" && this.#paste === undefined;
  }

  /** The keys that are complete with this piece. */
  push(piece: string): readonly Key[] {
    this.#rest += piece;
    const keys: Key[] = [];
    while (this.#rest !== "") {
      if (this.#paste !== undefined) {
        if (!this.#endPaste(keys)) break;
        continue;
      }
      if (this.#rest.startsWith(PASTE_BEGIN)) {
        this.#take(PASTE_BEGIN.length);
        this.#paste = "";
        continue;
      }
      if (this.#rest.startsWith("\u001b")) {
        const [sequence] = SEQUENCE.exec(this.#rest) ?? [];
        if (sequence === undefined) {
          if (UNFINISHED.test(this.#rest) && this.#rest.length <= LONGEST_SEQUENCE) break;
          this.#take(1);
          keys.push(named("escape"));
          continue;
        }
        this.#take(sequence.length);
        keys.push(...fromSequence(sequence));
        continue;
      }
      const end = this.#rest.indexOf("\u001b");
      keys.push(...fromText(this.#take(end < 0 ? this.#rest.length : end)));
    }
    return markBursts(keys);
  }

  /** Nothing followed: an escape character was the key of that name. */
  flush(): readonly Key[] {
    if (!this.isWaiting) return [];
    const rest = this.#take(this.#rest.length);
    return rest === "\u001b" ? [named("escape")] : [{ type: "unknown" }];
  }

  #take(length: number): string {
    const taken = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return taken;
  }

  /** False when the end has not come yet. */
  #endPaste(keys: Key[]): boolean {
    const end = this.#rest.indexOf(PASTE_END);
    // The end itself may be cut in two.
    const length = end < 0 ? Math.max(0, this.#rest.length - PASTE_END.length) : end;
    this.#paste = `${this.#paste}${this.#take(length)}`.slice(0, LONGEST_PASTE);
    if (end < 0) return false;
    this.#take(PASTE_END.length);
    keys.push({ type: "paste", text: this.#paste.replace(/\r\n?/g, "\n") });
    this.#paste = undefined;
    return true;
  }
}

const named = (name: KeyName): Key => ({ type: "key", name, isBurst: false });

/** By the letter that ends a sequence, and by the number before a tilde. */
const LETTERS: { readonly [letter: string]: KeyName } = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  Z: "back-tab",
  M: "enter",
};
const NUMBERS: { readonly [number: string]: KeyName } = {
  1: "home",
  3: "delete",
  4: "end",
  5: "page-up",
  6: "page-down",
  7: "home",
  8: "end",
};

function fromSequence(sequence: string): readonly Key[] {
  const body = sequence.slice(1);
  if (body === "\r" || body === "\n") return [named("newline")];
  if (body === "\u001b") return [named("escape"), named("escape")];
  const last = body.at(-1) ?? "";
  const isKnownWay = body.startsWith("[") || (body.startsWith("O") && body.length === 2);
  const name = !isKnownWay
    ? undefined
    : last === "~"
      ? NUMBERS[/^\[(\d+)/.exec(body)?.[1] ?? ""]
      : LETTERS[last];
  return [name === undefined ? { type: "unknown" } : named(name)];
}

const CONTROLS: { readonly [character: string]: KeyName } = {
  "\r": "enter",
  "\n": "newline",
  "\t": "tab",
  "\b": "backspace",
  "\u007f": "backspace",
};

const fromText = (text: string): readonly Key[] =>
  // A line break of two characters is seen as one.
  graphemesOf(text.replace(/\r\n/g, "\r")).map((character): Key => {
    const name = CONTROLS[character];
    if (name !== undefined) return named(name);
    const point = character.codePointAt(0) ?? 0;
    if (point === 0) return { type: "unknown" };
    if (point < 27) return { type: "control", letter: String.fromCharCode(point + 96), isBurst: false };
    if (point < 32) return { type: "unknown" };
    return { type: "text", text: character, isBurst: false };
  });

const markBursts = (keys: readonly Key[]): readonly Key[] =>
  keys.length < 2 ? keys : keys.map((key) => ("isBurst" in key ? { ...key, isBurst: true } : key));
