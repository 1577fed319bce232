// Text that somebody else wrote, put on a page: neutralised, kept apart from its surroundings, and never endless.

import { neutralLine, neutralText } from "../../core/neutral-text.js";
import { type Html, html } from "./html.js";

/** As much of a line as anybody reads. */
const LONGEST_LINE = 300;

/** A name or title within a sentence; its direction stays its own. */
export const foreignLine = (text: string): Html => html`<bdi>${cutLine(text)}</bdi>`;

/** The same as bare text, for the title of a page and for attributes. */
export function cutLine(text: string, longest: number = LONGEST_LINE): string {
  const whole = text.trim();
  // What is far behind the cut is not even looked at.
  const line = neutralLine(unbroken(whole.slice(0, longest * 4)));
  const isWhole = line.length <= longest && whole.length <= longest * 4;
  return isWhole ? line : `${unbroken(line.slice(0, longest))}…`;
}

/** Paragraphs with their line breaks. What is longer than `longest` characters stands behind "Show all". */
export function foreignBlock(text: string, className: string, longest = 1_200, mostLines = 24): Html {
  const whole = neutralText(text).trim();
  const cut = cutAt(whole, longest, mostLines);
  if (cut === whole.length) return html`<div class="${className} foreign" dir="auto">${whole}</div>`;
  return html`<div class="${className} foreign cut" dir="auto">${unbroken(whole.slice(0, cut))}…</div>
<details class="rest"><summary>Show all ${whole.length.toLocaleString("en")} characters</summary>
<div class="${className} foreign" dir="auto">${whole}</div></details>`;
}

function cutAt(text: string, longest: number, mostLines: number): number {
  const lineEnd = text.split("\n", mostLines).join("\n").length;
  if (text.length <= longest && lineEnd === text.length) return text.length;
  const limit = Math.min(longest, lineEnd);
  // Between words where there is one, since half a word can mean something else.
  const blank = text.lastIndexOf(" ", limit);
  return blank > limit / 2 && limit === longest ? blank : limit;
}

/** Without the half of a character that a cut has left. */
const unbroken = (text: string): string => text.replace(/\p{Cs}$/u, "");
