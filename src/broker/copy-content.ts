// Copies the content of an answer: in memory it is kept as it is, and whoever gave it or gets it may change theirs.

import type { FormContent, FormValue } from "../core/elicitation/answer.js";

/** The content with nothing in it that somebody else has. */
export function copyContent(content: FormContent): FormContent {
  const copy = { ...content };
  for (const name in copy) {
    const value = copy[name];
    if (typeof value === "object") copy[name] = JSON.parse(JSON.stringify(value)) as FormValue;
  }
  return copy;
}

/** True when nothing in the content can be changed by whoever gave its values. */
export function isFlat(content: FormContent): boolean {
  for (const name in content) if (typeof content[name] === "object") return false;
  return true;
}
