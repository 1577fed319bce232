// Sends a page once, however often somebody presses.

export function lockForms(): void {
  let isSent = false;
  document.addEventListener("submit", (event) => {
    if (isSent) return event.preventDefault();
    isSent = true;
    document.body.dataset.busy = "yes";
    const { submitter } = event;
    if (submitter) {
      submitter.setAttribute("aria-disabled", "true");
      submitter.textContent = submitter.dataset.busy || submitter.textContent;
    }
  });
  window.addEventListener("pageshow", (event) => {
    // A page out of the browser's memory may be long over.
    if (event.persisted) location.reload();
  });
}
