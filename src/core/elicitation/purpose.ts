// What somebody is asked for: which tool, prompt or resource it belongs to, or in which other way it came.

import type { Asker } from "./elicitation.js";

/** Our own words, and then a name that the asker gave, where there is one. */
export interface Purpose {
  readonly words: string;
  readonly name?: string;
}

const CALLED: ReadonlyMap<string, string> = new Map([
  ["tools/call", "tool"],
  ["prompts/get", "prompt"],
  ["resources/read", "resource"],
]);

/** Ways that belong to no call. */
const WAYS: ReadonlyMap<string, string> = new Map([
  ["api", "over the API"],
  ["sample", "as a sample"],
  ["session", "outside of any call"],
]);

/** Our own ways to ask, whose targets are no names of the asker's. */
const OWN_WAYS: ReadonlyMap<string, string> = new Map([
  ["ask", "from the command line"],
  ["elicit", "as an agent"],
  ["set", "for the vault"],
]);

/** `for its tool`, `book_table`; or `over the API`. */
export function purposeOf({ method, target }: Pick<Asker, "method" | "target">): Purpose {
  const own = OWN_WAYS.get(method);
  if (own !== undefined) return { words: own };
  const way = WAYS.get(method);
  const named = target === undefined || target === method ? undefined : target;
  if (way !== undefined) return named === undefined ? { words: way } : { words: `${way} for`, name: named };
  const kind = CALLED.get(method);
  if (kind !== undefined && named !== undefined) return { words: `for its ${kind}`, name: named };
  return { words: "for its", name: named === undefined ? method : `${method} ${named}` };
}
