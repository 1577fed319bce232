// Shows that nothing can be pressed just now. The buttons keep their focus, and are not skipped.

/** Every button of the question, until it is undone; the one that was pressed says what it is doing. */
export function disableButtons(submitter: HTMLElement): () => void {
  const { textContent } = submitter;
  const buttons = document.querySelectorAll(".actions .button");
  for (const button of buttons) button.setAttribute("aria-disabled", "true");
  submitter.textContent = submitter.dataset.busy || textContent;
  return () => {
    for (const button of buttons) button.removeAttribute("aria-disabled");
    submitter.textContent = textContent;
  };
}
