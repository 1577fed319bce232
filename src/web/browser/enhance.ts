// What a script adds to the fields of a form and to times, wherever they are.

import { keepOneLine } from "./one-line.js";
import { addReveal, type Masked } from "./reveal.js";
import { addSearch } from "./search.js";
import { followZone } from "./zone.js";

const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Once for everything that was just put on the page. */
export function enhance(root: ParentNode): void {
  // Times as this person reads them.
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[datetime]:not([data-age])"))
    time.textContent = format.format(new Date(time.dateTime));
  // What would do nothing without a script is added by it.
  for (const masked of root.querySelectorAll<Masked>("[data-masked]")) addReveal(masked);
  for (const input of root.querySelectorAll<HTMLInputElement>("input[data-masked]")) keepOneLine(input);
  for (const box of root.querySelectorAll<HTMLElement>("[data-searchable]")) addSearch(box);
  for (const zone of root.querySelectorAll<HTMLSelectElement>("select[data-zone-of]")) followZone(zone);
}
