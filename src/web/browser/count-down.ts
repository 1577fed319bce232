// Counts down to the deadline, by the server's clock.

import { showMoment } from "./moments.js";
import { timeLeft } from "./time-left.js";

export function countDown(page: HTMLElement): void {
  const left = document.querySelector("[data-left]");
  const line = left?.closest(".deadline");
  if (!left || !line) return;
  const skew = Number(page.dataset.now) - Date.now();
  let shown = page.dataset.expires;
  const show = (): void => {
    // Read each time: somebody who types may move it, also in the last second.
    const { expires } = page.dataset;
    const seconds = Math.max(0, Math.round((Number(expires) - Date.now() - skew) / 1000));
    left.textContent = `(${timeLeft(seconds)} left)`;
    line.classList.toggle("deadline-near", seconds < 60);
    if (expires !== shown) moveMoment(line, Number(expires));
    shown = expires;
  };
  show();
  setInterval(show, 1000);
}

function moveMoment(line: Element, expiresAt: number): void {
  const time = line.querySelector("time");
  if (!time) return;
  time.dateTime = new Date(expiresAt).toISOString();
  showMoment(time);
}
