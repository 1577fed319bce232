// Foreign text on one line, and not too long.

import { neutralLine } from "../../core/neutral-text.js";

/** At most so many units, and never half a character at the end. */
export function cutLine(text: string, longest: number): string {
  const line = neutralLine(text.slice(0, longest * 4));
  return line.length > longest ? `${line.slice(0, longest).replace(/\p{Cs}$/u, "")}…` : line;
}
