// Parses JSON from strangers: with a limit on nesting, and without keys that reach for prototypes.

/** What was parsed, or why not. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** How deep objects and arrays may be nested. */
export const MAX_DEPTH = 64;

const QUOTE = 34;
const BACKSLASH = 92;

/** How many values one text may hold. A small body can hold millions, and whoever looks at each of them pays. */
const MAX_VALUES = 100_000;

/** Parses text; never throws. */
export function parseJson(text: string): ParsedJson {
  if (hasTooMany(text)) return { ok: false, problem: `more than ${MAX_VALUES} values` };
  if (isTooDeep(text)) return { ok: false, problem: `more than ${MAX_DEPTH} levels of nesting` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: "invalid JSON" };
  }
  // `__proto__` can be spelled with escapes, so any escape makes us look at the keys themselves.
  const problem = text.includes("__proto__") || text.includes("\\u") ? problemOf(value) : undefined;
  return problem === undefined ? { ok: true, value } : { ok: false, problem };
}

/** The same rules for a value that somebody else parsed: the first that it breaks. */
export function problemOf(value: unknown): string | undefined {
  let left = MAX_VALUES;
  const search = (inner: unknown, depth: number): string | undefined => {
    left -= 1;
    if (left < 0) return `more than ${MAX_VALUES} values`;
    if (typeof inner !== "object" || inner === null) return undefined;
    if (depth === MAX_DEPTH) return `more than ${MAX_DEPTH} levels of nesting`;
    if (Object.hasOwn(inner, "__proto__")) return "the key __proto__ is not allowed";
    for (const member of Object.values(inner)) {
      const problem = search(member, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return search(value, 0);
}

/** Every value but the first has a comma or a bracket before it. Commas in texts count too, until it matters. */
function hasTooMany(text: string): boolean {
  if (text.length <= 2 * MAX_VALUES) return false;
  const most = MAX_VALUES;
  const upper = opens(text, ",", most) + opens(text, "[", most) + opens(text, "{", most);
  return upper > most && countOutsideStrings(text) > most;
}

function countOutsideStrings(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = skipString(text, index);
    // ",", "[" and "{".
    else if (code === 44 || code === 91 || code === 123) count += 1;
  }
  return count;
}

/** Counts brackets outside strings, once there are enough of them for the limit to matter. */
function isTooDeep(text: string): boolean {
  if (opens(text, "{", MAX_DEPTH) + opens(text, "[", MAX_DEPTH) <= MAX_DEPTH) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = skipString(text, index);
    // "[" and "{", then "]" and "}".
    else if (code === 91 || code === 123) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 93 || code === 125) depth -= 1;
  }
  return false;
}

/** How often `bracket` occurs, strings included; counts no further than just past `most`. */
function opens(text: string, bracket: string, most: number): number {
  let count = 0;
  for (
    let index = text.indexOf(bracket);
    index >= 0 && count <= most;
    index = text.indexOf(bracket, index + 1)
  ) {
    count += 1;
  }
  return count;
}

/** The index of the quote that ends the string which begins at `start`. */
function skipString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}
