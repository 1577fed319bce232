// Says of a masked field with one line that it cannot take several: the browser would join them, and nobody would see it.

import { element } from "./element.js";

const REFUSED =
  "What you pasted has several lines, and this field takes only one. Nothing was put in. Paste it as one line.";

export function keepOneLine(input: HTMLInputElement): void {
  const problem = element(
    "p",
    { className: "problem", id: `${input.id}-lines`, hidden: true },
    { role: "alert" },
  );
  input.closest(".masked")?.after(problem);
  const tell = (text: string): void => {
    problem.hidden = text === "";
    problem.textContent = text;
  };
  const take = (event: Event, given: DataTransfer | null): void => {
    // A break at either end is no part of it: it comes with copying a whole line.
    if (!/[\r\n]/.test((given?.getData("text") ?? "").trim())) return;
    event.preventDefault();
    tell(REFUSED);
  };
  input.addEventListener("paste", (event) => take(event, event.clipboardData));
  input.addEventListener("drop", (event) => take(event, event.dataTransfer));
  input.addEventListener("input", () => tell(""));
}
