// What was asked a moment ago: most elicitations are looked at again soon, and need not be read and opened to be known.

import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { freezeDeeply } from "../core/freeze.js";
import type { Body } from "./body.js";

interface RecentBody {
  readonly record: ElicitationRecord;
  readonly body: Body;
}

/** Longer ones are not remembered, so that the memory they take has a bound. */
const LONGEST = 4096;
/** How many are remembered at most. A power of two, so large that a hundred that wait at once seldom share a place. */
const PLACES = 1024;

/** Remembers bodies by their elicitations: a new one takes the place of another whose id ends alike. */
export class RecentBodies {
  readonly #places: (RecentBody | undefined)[] = new Array<RecentBody | undefined>(PLACES).fill(undefined);

  /** Remembers the body of a record, if that is text: what is an object need not be opened. */
  put(record: ElicitationRecord, body: Body): void {
    if (typeof record.body !== "string" || record.body.length > LONGEST) return;
    // Everybody is shown the same objects.
    freezeShown(body);
    this.#places[placeOf(record.id)] = { record, body };
  }

  /** The body that lies in the engine as exactly this text, of exactly this elicitation. */
  find({ id, body }: ElicitationRecord): Body | undefined {
    const recent = this.#places[placeOf(id)];
    return recent?.record.id === id && recent.record.body === body ? recent.body : undefined;
  }

  /** An elicitation as it was a moment ago. It may have changed since: only writing over its version tells. */
  recordOf(id: string): ElicitationRecord | undefined {
    const recent = this.#places[placeOf(id)];
    return recent?.record.id === id ? recent.record : undefined;
  }
}

/** Freezes what is shown of a body as the object it is. */
function freezeShown({ more: { callArguments, claim } }: Body): void {
  if (callArguments !== undefined) freezeDeeply(callArguments);
  if (claim !== undefined) Object.freeze(claim);
}

/** Ids end with random characters. */
const placeOf = (id: string): number => {
  const end = id.length - 1;
  return (id.charCodeAt(end) * 961 + id.charCodeAt(end - 1) * 31 + id.charCodeAt(end - 2)) & (PLACES - 1);
};
