// The states that were sealed here a moment ago: most come back soon, and need not be opened to be known.

interface RecentState {
  readonly token: string;
  readonly binding: string;
  readonly text: string;
}

/** Longer ones are not remembered, so that the memory they take has a bound. */
const MOST_TOKEN = 1024;
/** How many are remembered at most. A power of two. */
const PLACES = 512;

/** Remembers states by their tokens: a new one takes the place of an older one whose salt begins alike. */
export class RecentStates {
  readonly #places: (RecentState | undefined)[] = [];

  put(token: string, binding: string, text: string): void {
    if (token.length <= MOST_TOKEN) this.#places[placeOf(token)] = { token, binding, text };
  }

  /** What was sealed as exactly this token for exactly this binding. */
  find(token: string, binding: string): string | undefined {
    const recent = this.#places[placeOf(token)];
    return recent?.token === token && recent.binding === binding ? recent.text : undefined;
  }
}

/** Tokens begin with random characters. */
const placeOf = (token: string): number =>
  (token.charCodeAt(0) * 31 + token.charCodeAt(1) * 7 + token.charCodeAt(2)) & (PLACES - 1);
