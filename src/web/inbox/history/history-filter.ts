// Which part of the history is shown.

import type { ElicitationStatus } from "../../../core/engine/elicitations.js";
import { finalStatuses } from "../../../core/engine/statuses.js";
import type { HistoryInput } from "../../api/api-client.js";
import { attributes, type Html, html } from "../../html/html.js";
import { OUTCOMES } from "../words.js";

/** What was chosen, as it stands in the address; empty for everything. */
export interface HistoryFilter {
  readonly text: string;
  readonly asker: string;
  readonly status: (typeof finalStatuses)[number] | "";
  /** Days, as `2026-11-17`, in UTC. */
  readonly from: string;
  readonly to: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 24 * 3600 * 1000;

/** Reads the filter of an address. What it does not know is as if it were not there. */
export function readHistoryFilter(query: URLSearchParams): HistoryFilter {
  const day = (name: string): string => {
    const text = query.get(name) ?? "";
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
  };
  return {
    text: (query.get("text") ?? "").trim().slice(0, 200),
    asker: (query.get("asker") ?? "").trim().slice(0, 200),
    status: finalStatuses.find((one) => one === query.get("status")) ?? "",
    from: day("from"),
    to: day("to"),
  };
}

/** The filter as the API takes it. The last day is in it to its end. */
export function toHistoryInput({ text, asker, status, from, to }: HistoryFilter): HistoryInput {
  const statuses: readonly ElicitationStatus[] = status === "" ? [] : [status];
  return {
    ...(text !== "" && { text }),
    ...(asker !== "" && { asker }),
    ...(statuses.length > 0 && { status: statuses }),
    ...(from !== "" && { from: Date.parse(from) }),
    ...(to !== "" && { to: Date.parse(to) + DAY_MS }),
  };
}

/** The same for an address, without what is empty. */
export const toQuery = (filter: HistoryFilter): URLSearchParams =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));

export function renderHistoryFilter(path: string, filter: HistoryFilter): Html {
  const isFiltered = toQuery(filter).size > 0;
  const isMore = filter.asker !== "" || filter.status !== "" || filter.from !== "" || filter.to !== "";
  return html`<form class="history-filter" method="get" action="${path}" role="search" aria-label="History">
<p class="search-line"><label class="unseen" for="text">Words of the question</label><input type="search" id="text" name="text" value="${filter.text}" autocomplete="off" placeholder="Words of the question"><button class="button small">Search</button></p>
<details class="more"${attributes({ open: isMore })}><summary>More to filter by</summary><div class="more-fields">
<p><label class="label" for="asker">From</label><input type="text" id="asker" name="asker" value="${filter.asker}" autocomplete="off" placeholder="A server"></p>
<p><label class="label" for="status">Outcome</label><select id="status" name="status"><option value="">Every outcome</option>
${finalStatuses.map((status) => html`<option${attributes({ value: status, selected: status === filter.status })}>${OUTCOMES[status]}</option>`)}</select></p>
<p><label class="label" for="from">Since</label><input type="date" id="from" name="from" value="${filter.from}"></p>
<p><label class="label" for="to">Until</label><input type="date" id="to" name="to" value="${filter.to}"></p></div></details>
${isFiltered && html`<a class="text-button" href="${path}">Show everything</a>`}
</form>`;
}
