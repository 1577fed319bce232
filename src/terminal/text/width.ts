// How many columns of a terminal a text takes: letters of East Asia and emoji take two, marks on letters none.

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The text in pieces that a person sees as one character each. */
export function graphemesOf(text: string): readonly string[] {
  // Nearly every text has nothing that joins, and its characters are its pieces.
  if (!JOINING.test(text)) return [...text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The columns of a text without line breaks. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme);
  return width;
}

/** The columns of one character as a person sees it. */
export function graphemeWidth(grapheme: string): number {
  if (PLAIN.test(grapheme)) return grapheme.length;
  if (EMOJI.test(grapheme)) return 2;
  const first = grapheme.codePointAt(0) ?? 0;
  if (MARK.test(grapheme)) return 0;
  return isWide(first) ? 2 : 1;
}

const PLAIN = /^[ -~]*$/;
/** Whatever can be seen as one with what stands beside it. */
const JOINING =
  /[\p{M}\p{Cf}\p{Regional_Indicator}\p{Emoji_Modifier}\u0E33\u0EB3\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]|\r\n/u;
const EMOJI =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}{2}|[\d#*]\uFE0F?\u20E3/u;
const MARK = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Where characters of two columns are, after Unicode's East Asian Width. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

const isWide = (point: number): boolean => WIDE.some(([first, last]) => point >= first && point <= last);
