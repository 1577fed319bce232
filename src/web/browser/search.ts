// Narrows long lists of options down to what is typed.

import { element } from "./element.js";

export function addSearch(box: HTMLElement): void {
  const select = box.querySelector("select");
  const label = box.closest(".field")?.querySelector(".label")?.textContent ?? "";
  const items = select
    ? [...select.options].filter((option) => option.value !== "")
    : [...box.querySelectorAll<HTMLElement>(".option")];
  const search = element(
    "input",
    { type: "search", className: "search", placeholder: "Type to search", autocomplete: "off" },
    { "aria-label": `Search in ${label}` },
  );
  const count = element("p", { className: "search-count" }, { role: "status" });
  if (select) {
    select.size = 6;
    // In a list that stands open, the words in place of a choice would look like one.
    if (select.required) for (const option of select.options) option.hidden = option.value === "";
  }
  search.addEventListener("input", () => {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const found = items.filter((item) => words.every((word) => textOf(item).includes(word)));
    for (const item of items) {
      const isKept = found.includes(item) || isChosen(item);
      item.hidden = !isKept;
      if (item instanceof HTMLOptionElement) item.disabled = !isKept;
    }
    count.textContent = words.length === 0 ? "" : `${found.length} of ${items.length}`;
  });
  search.addEventListener("keydown", (event) => {
    // Enter looks for something here, and sends nothing.
    if (event.key === "Enter") event.preventDefault();
  });
  box.prepend(search);
  box.append(count);
}

const textOf = (item: HTMLElement): string => (item.textContent ?? "").toLocaleLowerCase();

/** What is chosen stays in view. */
const isChosen = (item: HTMLElement): boolean =>
  item instanceof HTMLOptionElement ? item.selected : item.querySelector("input")?.checked === true;
