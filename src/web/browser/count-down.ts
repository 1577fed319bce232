// Counts down to the deadline, by the server's clock.

import { timeLeft } from "./time-left.js";

export function countDown(page: HTMLElement): void {
  const place = document.querySelector("[data-left]");
  if (!place) return;
  const skew = Number(page.dataset.now) - Date.now();
  const show = (): void => {
    // Read each time: somebody who types may move it.
    const expiresAt = Number(page.dataset.expires);
    if (!expiresAt) return;
    const seconds = Math.max(0, Math.round((expiresAt - Date.now() - skew) / 1000));
    place.textContent = `(${timeLeft(seconds)} left)`;
    place.closest(".deadline")?.classList.toggle("deadline-near", seconds < 60);
    if (seconds > 0) setTimeout(show, seconds > 3600 ? 60_000 : 1000);
  };
  show();
}
