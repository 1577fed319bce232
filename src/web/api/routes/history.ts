// What was asked and what came of it: found by words, page by page or as one file.

import type { KeptElicitation } from "../../../broker/broker.js";
import type { ElicitationStatus } from "../../../core/engine/elicitations.js";
import { finalStatuses } from "../../../core/engine/statuses.js";
import type { ApiParts } from "../api-parts.js";
import type { Caller } from "../caller.js";
import { isVisible } from "../find-elicitation.js";
import { CSV_HEAD, toCsvLine } from "../history-csv.js";
import { toHistoryEntry } from "../history-entry.js";
import type { HistoryEntry } from "../resources.js";
import { defineRoute, type Route } from "../route.js";
import { type Scan, scanElicitations } from "../scan.js";
import { apiHeaders, sendJson } from "../send.js";
import type { ReadMembers } from "../shape/shapes.js";
import { list, optional, text, whole, word } from "../shape/shapes.js";

const INSTANT = { min: 0, max: Number.MAX_SAFE_INTEGER };
/** How many elicitations one request looks at. */
const MOST_LOOKED_AT = 2_000;
const DEFAULT_LIMIT = 50;

const query = {
  asker: optional(text("The name of the server that asked.")),
  status: optional(list("How it ended; may be given several times.", word("A status.", finalStatuses), 5)),
  text: optional(text("Words in what was asked, by whom, or what was answered.", { max: 200 })),
  from: optional(whole("Asked at this instant or later.", INSTANT)),
  to: optional(whole("Asked before this instant.", INSTANT)),
  cursor: optional(text("From the page before.")),
  limit: optional(whole("How many at the most; 50 if absent.", { min: 1, max: 500 })),
  format: optional(word("Everything that is found as one file, in place of a page.", ["csv", "json"])),
};
type HistoryQuery = ReadMembers<typeof query>;

export const historyRoute: Route = defineRoute({
  method: "GET",
  path: "/history",
  summary: "Show what is over, the newest first; a page may have fewer than asked for, and still a cursor",
  scopes: [],
  query,
  lists: ["status"],
  responses: {
    200: {
      description: "A page, or a file.",
      schema: { $ref: "#/components/schemas/HistoryPage" },
      alsoAs: ["text/csv"],
    },
  },
  async run({ parts, caller, query: given }) {
    if (given.format !== undefined) return exportAll(parts, caller, given, given.format);
    const page = await readPage(parts, caller, given);
    return sendJson({ ...page, now: parts.clock.now() });
  },
});

interface Page {
  readonly entries: readonly HistoryEntry[];
  readonly cursor?: string;
}

async function readPage(parts: ApiParts, caller: Caller, given: HistoryQuery): Promise<Page> {
  const words = given.text?.toLowerCase();
  const limit = given.limit ?? DEFAULT_LIMIT;
  const entries: HistoryEntry[] = [];
  const scan = toScan(caller, given);
  let cursor = given.cursor;
  let looked = 0;
  do {
    // What was answered lies elsewhere: words are looked for in a few at a time.
    const scanned = await scanElicitations(parts, { ...scan, cursor, limit: limit - entries.length });
    looked += scanned.looked;
    for (const elicitation of scanned.found) {
      const entry = await toHistoryEntry(parts, elicitation);
      if (words === undefined || textOf(entry).includes(words)) entries.push(entry);
    }
    cursor = scanned.cursor;
  } while (cursor !== undefined && entries.length < limit && looked < MOST_LOOKED_AT && words !== undefined);
  return { entries, ...(cursor !== undefined && { cursor }) };
}

function toScan(
  caller: Caller,
  { asker, status = finalStatuses, from = 0, to }: HistoryQuery,
): Omit<Scan, "limit"> {
  const statuses: readonly ElicitationStatus[] = status;
  return {
    filter: { status: statuses, ...(asker !== undefined && { asker }) },
    isWanted: (one: KeptElicitation) => isVisible(caller, one) && (to === undefined || one.createdAt < to),
    isLast: (one: KeptElicitation) => one.createdAt < from,
    order: "newest",
    cursor: undefined,
    most: MOST_LOOKED_AT,
  };
}

/** Everything that words are looked for in. */
function textOf({ elicitation, content }: HistoryEntry): string {
  const { message, asker, settled } = elicitation;
  const words = [
    message,
    asker.server,
    asker.target,
    asker.client,
    settled?.by,
    settled?.name,
    settled?.reason,
  ];
  return [...words, content && JSON.stringify(Object.values(content))].join("\n").toLowerCase();
}

/** As it is read, so that nobody has to hold all of it. */
function exportAll(parts: ApiParts, caller: Caller, given: HistoryQuery, format: "csv" | "json"): Response {
  let cursor = given.cursor;
  let isBegun = false;
  let hasEntries = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const page = await readPage(parts, caller, { ...given, limit: 200, ...(cursor && { cursor }) });
        const lines = page.entries.map((entry) =>
          format === "csv" ? toCsvLine(entry) : JSON.stringify(entry),
        );
        const head = isBegun ? "" : format === "csv" ? CSV_HEAD : "[";
        const between = hasEntries && lines.length > 0 && format === "json" ? ",\n" : "";
        controller.enqueue(Buffer.from(head + between + lines.join(format === "csv" ? "" : ",\n")));
        isBegun = true;
        hasEntries ||= lines.length > 0;
        cursor = page.cursor;
        if (cursor !== undefined) return;
        if (format === "json") controller.enqueue(Buffer.from("]\n"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/json";
  return new Response(body, {
    headers: {
      ...apiHeaders,
      "content-type": type,
      "content-disposition": `attachment; filename="beckon-history.${format}"`,
    },
  });
}
