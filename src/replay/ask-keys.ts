// The keys of the questions of a run: the author's own, or the digest and which of the equal ones it is.

import { BeckonError } from "../core/errors.js";
import { quote } from "../core/quote.js";
import type { AskSpec } from "./ask.js";
import { Occurrences } from "./occurrences.js";

/** The keys so far: none, the digest of the only question as long as that is its key, or all of them. */
export type AskKeys = undefined | string | Occurrences;

/** Makes room for more than one key. */
export function severalKeys(keys: AskKeys): Occurrences {
  if (keys instanceof Occurrences) return keys;
  const several = new Occurrences();
  if (keys !== undefined) several.name(keys);
  return several;
}

/** The key of the next question; throws when its own is taken. */
export function nextKey(keys: Occurrences, { key, label }: AskSpec<unknown>, digest: string): string {
  const name = key ?? keys.name(digest);
  // The first of its name is counted already.
  if (key === undefined && name === digest) return name;
  if (keys.has(name))
    throw new BeckonError(
      "duplicate-key",
      `Two questions of one run have the key ${name}; the second is ${quote(label)}. Give each its own.`,
    );
  keys.set(name, 1);
  return name;
}

/** True once a question had the key. */
export const isTaken = (keys: AskKeys, key: string): boolean =>
  keys instanceof Occurrences ? keys.has(key) : keys === key;
