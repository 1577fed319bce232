// Splits a command into its words as a shell would, and does nothing else that a shell does.

import { CliError } from "../frame/cli-error.js";

/** Words between blanks; quotation marks keep blanks, a backslash keeps what follows. No variables, no patterns. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (character === "\\" && quote === '"' && /["\\]/.test(text[at + 1] ?? ""))
        word += text[++at] ?? "";
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === "\\" && process.platform !== "win32") word = (word ?? "") + (text[++at] ?? "");
    else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== undefined)
    throw new CliError("usage", `The command ${text} has a quotation mark that does not end.`);
  return word === undefined ? words : [...words, word];
}
