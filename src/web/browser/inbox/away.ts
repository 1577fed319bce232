// Pages elsewhere: opened in a tab of their own once somebody agrees, while the card waits.

import { element } from "../element.js";

/** Opens the page at once; the form then has the card wait. */
export function openPages(): void {
  document.addEventListener(
    "submit",
    ({ submitter }) => {
      const url = submitter?.dataset.open;
      if (url) window.open(url, "_blank", "noopener,noreferrer");
    },
    { capture: true },
  );
}

/** A button that copies an address, where there is one to copy. */
export function addCopy(root: ParentNode): void {
  for (const place of root.querySelectorAll<HTMLElement>("[data-copy]")) {
    const button = element("button", {
      type: "button",
      className: "button small",
      textContent: "Copy address",
    });
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(place.dataset.copy ?? "").then(
        () => {
          button.textContent = "Copied";
        },
        () => {
          button.textContent = "Not copied: the browser refused";
        },
      );
    });
    place.append(button);
  }
}
