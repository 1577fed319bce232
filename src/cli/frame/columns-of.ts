// How wide the lines of text may be.

import type { Output } from "./surroundings.js";

const NARROWEST = 30;
const WIDEST = 100;

/** The width of a terminal, within reason; that of a page of text where there is none. */
export const columnsOf = ({ isTTY, columns = 80 }: Output): number =>
  isTTY ? Math.min(Math.max(columns, NARROWEST), WIDEST) : WIDEST;
