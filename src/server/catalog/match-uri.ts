// Finds the variables of a template in a uri.
//
// What stands before a variable that takes the rest is found from the left, each literal at its first place;
// everything else from the right, each literal at its last place. No place is tried twice, so a hostile uri
// costs no more than any other.

/** A piece of a template. Between two variables there is always a literal, and a literal comes first. */
export type Part = { readonly literal: string } | { readonly variable: string; readonly rest: boolean };

/** The texts of the variables, as they stand in the uri; `undefined` when it is not one of the template. */
export function matchUri(parts: readonly Part[], uri: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  const at = parts.findIndex((part) => "variable" in part && part.rest);
  const start = at < 0 ? 0 : takeFromLeft(parts.slice(0, at), uri, found);
  if (start === undefined) return undefined;
  const end = takeFromRight(parts.slice(at + 1), uri, start, found);
  if (end === undefined) return undefined;
  const rest = parts[at];
  if (rest === undefined || "literal" in rest) return end === start ? found : undefined;
  return end > start ? found.set(rest.variable, uri.slice(start, end)) : undefined;
}

/** Takes the parts from the beginning of the uri; gives where they end. */
function takeFromLeft(parts: readonly Part[], uri: string, found: Map<string, string>): number | undefined {
  let start = 0;
  let open: string | undefined;
  for (const part of parts) {
    if ("variable" in part) {
      open = part.variable;
      continue;
    }
    const at = open === undefined ? start : uri.indexOf(part.literal, start + 1);
    if (at < 0 || !uri.startsWith(part.literal, at) || !keep(found, open, uri.slice(start, at)))
      return undefined;
    open = undefined;
    start = at + part.literal.length;
  }
  return start;
}

/** Takes the parts from the end of the uri, no further than `start`; gives where they begin. */
function takeFromRight(
  parts: readonly Part[],
  uri: string,
  start: number,
  found: Map<string, string>,
): number | undefined {
  let end = uri.length;
  let open: string | undefined;
  for (const part of parts.toReversed()) {
    if ("variable" in part) {
      open = part.variable;
      continue;
    }
    const { length } = part.literal;
    const at = open === undefined ? end - length : uri.lastIndexOf(part.literal, end - 1 - length);
    if (at < start || !uri.startsWith(part.literal, at)) return undefined;
    if (!keep(found, open, uri.slice(at + length, end))) return undefined;
    open = undefined;
    end = at;
  }
  return end;
}

/** Notes the text of a variable, if one is open; false when it is no text for a variable. */
function keep(found: Map<string, string>, variable: string | undefined, text: string): boolean {
  if (variable === undefined) return true;
  found.set(variable, text);
  return text !== "" && !/[/?#]/.test(text);
}
