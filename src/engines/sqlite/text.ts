// Any JavaScript string as text that SQLite keeps whole.
//
// The binding cuts a text off at its first NUL when it reads, and UTF-8 has no lone surrogates. Both are spelled out here,
// so that no two keys become one. The spelling keeps the order of keys, and a prefix stays a prefix.

/** Begins a spelling. Its own is the second after it, that of NUL the first, so that both sort as they did. */
const MARK = "\u0001";
const NUL_SPELLED = `${MARK}\u0001`;
const MARK_SPELLED = `${MARK}\u0002`;
const SURROGATE_SPELLED = `${MARK}\u0003`;

/** Surrogates without their other half, and control characters. */
const suspects = /\p{Cs}|\p{Cc}/gu;
const loneSurrogate = /\p{Cs}/u;
const spellings = new RegExp(`${NUL_SPELLED}|${MARK_SPELLED}|${SURROGATE_SPELLED}([0-9a-f]{4})`, "g");

/** Spells out what SQLite would lose. Most texts come back as they are. */
export function toSqliteText(text: string): string {
  // Node has it; the language's library that this is compiled with does not name it yet.
  const { isWellFormed } = text as string & { isWellFormed(): boolean };
  const isSafe = !text.includes("\0") && !text.includes(MARK) && isWellFormed.call(text);
  return isSafe ? text : text.replace(suspects, spell);
}

/** The string that {@link toSqliteText} was given. */
export function fromSqliteText(text: string): string {
  return text.includes(MARK) ? text.replace(spellings, unspell) : text;
}

function spell(character: string): string {
  if (character === "\0") return NUL_SPELLED;
  if (character === MARK) return MARK_SPELLED;
  return loneSurrogate.test(character)
    ? `${SURROGATE_SPELLED}${character.charCodeAt(0).toString(16)}`
    : character;
}

function unspell(spelling: string, code: string | undefined): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return spelling === NUL_SPELLED ? "\0" : MARK;
}
