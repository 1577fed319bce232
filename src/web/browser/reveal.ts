// Lets people look at what they typed into a masked field.

import { element } from "./element.js";

export type Masked = HTMLInputElement | HTMLTextAreaElement;

export function addReveal(masked: Masked): void {
  const button = element(
    "button",
    { type: "button", className: "button small", textContent: "Show" },
    { "aria-pressed": "false", "aria-controls": masked.id },
  );
  let isShown = false;
  button.addEventListener("click", () => {
    isShown = !isShown;
    show(masked, isShown);
    button.textContent = isShown ? "Hide" : "Show";
    button.setAttribute("aria-pressed", String(isShown));
    masked.focus();
  });
  masked.after(button);
  // Nothing of it stays readable while it is on its way.
  masked.form?.addEventListener("submit", () => show(masked, false));
}

function show(masked: Masked, isShown: boolean): void {
  if (masked instanceof HTMLInputElement) masked.type = isShown ? "text" : "password";
  else masked.classList.toggle("concealed", !isShown);
}
