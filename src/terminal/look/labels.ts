// The names of fields as a column.

import type { CardField } from "../card/card-field.js";
import { widthOf } from "../text/width.js";
import { cutLine, line, textOfLine } from "./line.js";
import type { View } from "./view.js";

const WIDEST_LABEL = 24;

/** How wide the column is. */
export function labelColumns(fields: readonly CardField[], { columns }: View): number {
  const widest = Math.max(0, ...fields.map(({ label }) => widthOf(label)));
  return Math.min(widest, WIDEST_LABEL, Math.floor(columns / 2));
}

/** A name cut or filled up to the width of the column. */
export function padded(text: string, columns: number): string {
  const cutText = textOfLine(cutLine(line(text), columns));
  return cutText + " ".repeat(Math.max(0, columns - widthOf(cutText)));
}
