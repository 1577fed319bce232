// The keyboard: j and k move, Enter opens, Esc is "not now", ? shows the keys.

import { isShown } from "./focus.js";
import type { Navigation } from "./navigate.js";

/** What is typed there is not ours. A dialog keeps the focus for a moment after it has closed, and then has no say. */
const TYPED = "input, textarea, select, dialog[open]";

export function addKeys(navigation: Navigation): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (event.key === "Escape") return putAside(navigation, event, target);
    if (target.closest(TYPED)) return;
    if (event.key === "j" || event.key === "k") {
      event.preventDefault();
      move(event.key === "j" ? 1 : -1);
    }
    if (event.key === "?") {
      event.preventDefault();
      showHelp();
    }
  });
}

/** A search is emptied first, a dialog closed, and what is still being opened is not. */
function putAside(navigation: Navigation, event: KeyboardEvent, target: HTMLElement): void {
  if (target.closest("dialog[open]")) return;
  if (target instanceof HTMLInputElement && target.type === "search" && target.value !== "") return;
  const card = document.getElementById("card");
  if (!card || document.body.dataset.busy) return;
  event.preventDefault();
  if (navigation.abandon()) return;
  const later = card.querySelector<HTMLButtonElement>("[data-later]");
  if (later) return later.click();
  if (document.body.dataset.view === "card") void navigation.open(document.body.dataset.inbox ?? "");
}

/** To the next line, from the one that has the focus or is open. */
function move(step: 1 | -1): void {
  const lines = [...document.querySelectorAll<HTMLElement>("a.entry-link")].filter(isShown);
  const focused = document.activeElement instanceof HTMLElement ? lines.indexOf(document.activeElement) : -1;
  const at = focused >= 0 ? focused : lines.findIndex((line) => line.hasAttribute("aria-current"));
  const next = lines[at < 0 ? (step > 0 ? 0 : lines.length - 1) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function showHelp(): void {
  const help = document.querySelector<HTMLDialogElement>("dialog#help");
  help?.showModal();
  help?.addEventListener("click", ({ target }) => target === help && help.close(), { once: true });
}
