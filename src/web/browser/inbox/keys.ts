// The keyboard: j and k move, Enter opens, Esc is "not now", ? shows the keys.

import type { Open } from "./navigate.js";

export function addKeys(open: Open): void {
  for (const line of document.querySelectorAll<HTMLElement>("[data-keys]")) line.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (event.key === "Escape") return putAside(open, event, target);
    if (target.closest("input, textarea, select, dialog")) return;
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

/** A search is emptied first, and a dialog closed. */
function putAside(open: Open, event: KeyboardEvent, target: HTMLElement): void {
  if (target.closest("dialog")) return;
  if (target instanceof HTMLInputElement && target.type === "search" && target.value !== "") return;
  const card = document.getElementById("card");
  if (!card || document.body.dataset.busy) return;
  event.preventDefault();
  const later = card.querySelector<HTMLButtonElement>("[data-later]");
  if (later) return later.click();
  if (document.body.dataset.view === "card") void open(document.body.dataset.inbox ?? "");
}

/** To the next line, from the one that has the focus or is open. */
function move(step: 1 | -1): void {
  const lines = [...document.querySelectorAll<HTMLElement>("a.entry-link")].filter((line) =>
    line.checkVisibility(),
  );
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
