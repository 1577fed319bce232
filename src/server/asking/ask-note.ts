// What is remembered of an open question between two rounds, in few characters.

import type { ClientFeature } from "../../protocol/capabilities.js";

export interface AskNote {
  /** What the client has to do; its reply is read accordingly. */
  readonly feature: ClientFeature;
  /** For how many rounds the server has held the response for it. */
  readonly held: number;
  /** True once the person went to the page. */
  readonly consented: boolean;
  /** True when the client was not asked: an answer that comes by it is none. */
  readonly isOutside: boolean;
  /** The elicitation's id, where it is not the one that run and key give. */
  readonly id: string | undefined;
}

const features: readonly ClientFeature[] = ["form", "url", "sampling", "roots"];

/** The note of a question that is asked for the first time. */
export const newNote = (feature: ClientFeature): AskNote => ({
  feature,
  held: 0,
  consented: false,
  isOutside: false,
  id: undefined,
});

export const writeNote = ({ feature, held, consented, isOutside, id = "" }: AskNote): string =>
  `${features.indexOf(feature)}${held}${consented ? 1 : 0}${isOutside ? 1 : 0}${id}`;

/** Reads what `writeNote` wrote. */
export function readNote(text: string): AskNote {
  return {
    feature: features[Number(text.charAt(0))] ?? "form",
    held: Number(text.charAt(1)),
    consented: text.charAt(2) === "1",
    isOutside: text.charAt(3) === "1",
    id: text.length > 4 ? text.slice(4) : undefined,
  };
}
