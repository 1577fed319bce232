// Which of everything that waits is shown.

import { cutLine } from "../../html/foreign-text.js";
import { attributes, type Html, html } from "../../html/html.js";
import { KINDS, type Kind, kindOfQuestion } from "../words.js";
import type { Entry } from "./entries.js";

/** What was chosen; empty for everything. */
export interface ListFilter {
  readonly asker: string;
  readonly kind: Kind | "";
  /** True when lines are being selected. */
  readonly isPicking: boolean;
}

/** Reads the filter of an address. What it does not know is as if it were not there. */
export function readFilter(query: URLSearchParams): ListFilter {
  const kind = query.get("kind") ?? "";
  return {
    asker: query.get("asker") ?? "",
    kind: isKind(kind) ? kind : "",
    isPicking: query.get("select") === "yes",
  };
}

/** The filter as it stands behind an address. */
export function toSearch({ asker, kind }: Pick<ListFilter, "asker" | "kind">): string {
  const query = new URLSearchParams({ ...(asker !== "" && { asker }), ...(kind !== "" && { kind }) });
  return query.size === 0 ? "" : `?${query}`;
}

/** One more word behind an address. */
export const withWord = (search: string, word: string): string =>
  search === "" ? `?${word}` : `${search}&${word}`;

const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text);

/** True for an entry that the filter lets through. */
export const matches = ({ head, questions }: Entry, { asker, kind }: ListFilter): boolean =>
  (asker === "" || head.asker.server === asker) &&
  (kind === "" || questions.some((question) => kindOfQuestion(question) === kind));

/** Fewer than this are looked through at a glance. */
const FEWEST = 5;

/** The filter, where there is something to choose from. */
export function renderFilter(path: string, entries: readonly Entry[], filter: ListFilter): Html | undefined {
  const isFiltered = filter.asker !== "" || filter.kind !== "";
  if (entries.length < FEWEST && !isFiltered) return undefined;
  const askers = [...new Set([...entries.map(({ head }) => head.asker.server), filter.asker])]
    .filter((asker) => asker !== "")
    .sort((one, other) => one.localeCompare(other, "en"));
  const kinds = Object.entries(KINDS);
  return html`<form class="filter" method="get" action="${path}" data-filter>
${filter.isPicking && html`<input type="hidden" name="select" value="yes">`}
<label><span class="unseen">From</span><select name="asker"><option value="">Everybody</option>
${askers.map((asker) => html`<option${attributes({ value: asker, selected: asker === filter.asker })}>${cutLine(asker, 60)}</option>`)}</select></label>
<label><span class="unseen">Kind</span><select name="kind"><option value="">Every kind</option>
${kinds.map(([kind, name]) => html`<option${attributes({ value: kind, selected: kind === filter.kind })}>${name}</option>`)}</select></label>
<button class="button small" data-plain>Filter</button>
${isFiltered && html`<a class="text-button" href="${path}">Clear</a>`}
</form>`;
}
