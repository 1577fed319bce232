// History as comma-separated values (RFC 4180), for spreadsheets.

import type { HistoryEntry } from "./resources.js";

type Column = readonly [name: string, read: (entry: HistoryEntry) => string | number | undefined];

const COLUMNS: readonly Column[] = [
  ["id", ({ elicitation }) => elicitation.id],
  ["asked_at", ({ elicitation }) => new Date(elicitation.createdAt).toISOString()],
  ["settled_at", ({ elicitation }) => elicitation.settled && new Date(elicitation.settled.at).toISOString()],
  ["latency_ms", ({ latencyMs }) => latencyMs],
  ["status", ({ elicitation }) => elicitation.status],
  ["server", ({ elicitation }) => elicitation.asker.server],
  ["target", ({ elicitation }) => elicitation.asker.target],
  ["message", ({ elicitation }) => elicitation.message],
  ["by", ({ elicitation }) => elicitation.settled?.by],
  ["name", ({ elicitation }) => elicitation.settled?.name],
  ["from", ({ elicitation }) => elicitation.settled?.from],
  ["reason", ({ elicitation }) => elicitation.settled?.reason],
  ["content", ({ content }) => content && JSON.stringify(content)],
];

/** The first line. */
export const CSV_HEAD: string = `${COLUMNS.map(([name]) => name).join(",")}\r\n`;

/** One line. */
export const toCsvLine = (entry: HistoryEntry): string =>
  `${COLUMNS.map(([, read]) => cell(read(entry))).join(",")}\r\n`;

/** At the beginning, or behind what separates cells where the comma does not: those take no notice of our quotes. */
const FORMULA = /(^|[;\t\r\n])(\s{0,9})(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g;

/** What a spreadsheet would take for a formula is text: nobody's question calculates in somebody's office. */
function cell(value: string | number | undefined): string {
  if (value === undefined || typeof value === "number") return String(value ?? "");
  const plain = value.replace(FORMULA, "$1$2'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
