// The history as a file, secrets taken out.

import { pageHeaders } from "../../security/headers.js";
import type { InboxParts } from "../inbox-parts.js";
import type { InboxVisit } from "../visit.js";
import { readHistoryFilter, toHistoryInput } from "./history-filter.js";

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json" } as const;

export async function sendExport(
  { clock }: InboxParts,
  { client }: InboxVisit,
  format: "csv" | "json",
  query: URLSearchParams,
): Promise<Response> {
  const file = await client.exportHistory(toHistoryInput(readHistoryFilter(query)), format);
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return new Response(file, {
    headers: {
      ...pageHeaders,
      "content-type": TYPES[format],
      "content-disposition": `attachment; filename="beckon-history-${day}.${format}"`,
    },
  });
}
