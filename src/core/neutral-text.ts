// Makes text of strangers safe to look at: nothing in it steers a terminal, reorders a line or hides.

/** What stands in the place of a character that was taken out, so that nobody misses that there was one. */
const MARK = "\uFFFD";

/**
 * The text with line breaks kept and everything else that has no look of its own marked: controls, escape sequences,
 * characters that change the direction of others, and invisible ones. What joins letters and emoji is kept.
 */
export function neutralText(text: string): string {
  // Nearly every text is harmless, and is given back as it is.
  if (text.search(HARMFUL) < 0 && text.search(ODD_BREAKS) < 0) return text;
  return text.replace(ODD_BREAKS, "\n").replaceAll("\t", " ").replace(HARMFUL, MARK);
}

/** The same on one line: for names, titles and everything else that has no lines. */
export const neutralLine = (text: string): string =>
  neutralText(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

const ODD_BREAKS = /\r\n?|[\u2028\u2029\u0085\v\f]/g;

/**
 * Controls but for the line feed, lone surrogates, a letter that looks like nothing, formatting characters but for the
 * Arabic and Syriac signs that are seen, and whatever is not shown by default but for the two joiners and the
 * selector of emoji.
 */
const HARMFUL =
  /(?!\n)\p{Cc}|\p{Cs}|\u2800|(?!\u200C|\u200D|\uFE0F|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
