// Tells of questions that have come to an open card. None of them is sent with it before the person has it in view.

import { element } from "../element.js";

/** The questions that have come and are not shown yet, by id. */
export const comeTo = (card: HTMLElement | null): readonly string[] =>
  (card?.dataset.come ?? "").split(" ").filter(Boolean);

/** Says so beside the buttons, which are always in view; `show` shows the first of them. */
export function tellOfCome(card: HTMLElement, come: readonly string[], show: () => void): void {
  card.dataset.come = come.join(" ");
  const old = card.querySelector<HTMLElement>(".come");
  if (come.length === 0) return remove(card, old);
  const notice = old ?? createNotice();
  const [words, button] = [notice.querySelector("span"), notice.querySelector("button")];
  if (!old) card.querySelector(".actions")?.prepend(notice);
  if (!words || !button) return;
  words.textContent = come.length === 1 ? "One more question came." : `${come.length} more questions came.`;
  button.textContent = come.length === 1 ? "Show it" : "Show the first";
  // The second press of two in a row is for what was there before.
  button.onclick = ({ detail }) => {
    if (detail <= 1 && !card.dataset.busy) show();
  };
}

function createNotice(): HTMLElement {
  const notice = element("div", { className: "warning note-way come" });
  notice.append(element("span", {}), element("button", { type: "button", className: "text-button" }));
  return notice;
}

/** Whoever is at it is led to the beginning, and not to a button that sends. */
function remove(card: HTMLElement, notice: HTMLElement | null): void {
  const isThere = notice?.contains(document.activeElement);
  notice?.remove();
  if (isThere) card.querySelector<HTMLElement>("#card-title")?.focus({ preventScroll: true });
}
