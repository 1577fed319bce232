// What a script adds to the fields of a form and to times, wherever they are.

import { showMoment } from "./moments.js";
import { keepOneLine } from "./one-line.js";
import { addReveal, type Masked } from "./reveal.js";
import { addSearch } from "./search.js";
import { followZone } from "./zone.js";

/** Once for everything that was just put on the page. */
export function enhance(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[datetime]:not([data-age])"))
    showMoment(time);
  // What would do nothing without a script is added by it.
  for (const masked of root.querySelectorAll<Masked>("[data-masked]")) addReveal(masked);
  for (const input of root.querySelectorAll<HTMLInputElement>("input[data-masked]")) keepOneLine(input);
  for (const box of root.querySelectorAll<HTMLElement>("[data-searchable]")) addSearch(box);
  for (const zone of root.querySelectorAll<HTMLSelectElement>("select[data-zone-of]")) followZone(zone);
}
