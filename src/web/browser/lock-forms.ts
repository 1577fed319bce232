// Sends a page once, however often somebody presses.

import { disableButtons } from "./disable-buttons.js";

export function lockForms(): void {
  let isSent = false;
  document.addEventListener("submit", (event) => {
    if (isSent) return event.preventDefault();
    isSent = true;
    document.body.dataset.busy = "yes";
    const { submitter } = event;
    if (submitter) disableButtons(submitter);
  });
  window.addEventListener("pageshow", (event) => {
    // A page out of the browser's memory may be long over.
    if (event.persisted) location.reload();
  });
}
