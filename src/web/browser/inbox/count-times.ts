// Counts ages up and deadlines down, by the server's clock.

import { timeLeft } from "../time-left.js";

/** What the server's clock says, by its last word and the time since. */
function serverNow(): number {
  const { now = "0", at } = document.body.dataset;
  return Number(now) + (Date.now() - Number(at));
}

export function countTimes(): void {
  document.body.dataset.at ??= String(Date.now());
  const show = (): void => {
    const now = serverNow();
    for (const time of document.querySelectorAll<HTMLElement>("[data-age]"))
      write(time, ageOf(now - Number(time.dataset.age), "ago" in time.dataset));
    for (const left of document.querySelectorAll<HTMLElement>("[data-until]")) {
      const ms = Number(left.dataset.until) - now;
      write(left, `${ms < 60_000 ? "less than a minute" : short(ms)} left`);
      left.classList.toggle("left-soon", ms < 300_000);
    }
    for (const left of document.querySelectorAll<HTMLElement>("[data-left]")) {
      const seconds = Math.max(0, Math.round((Number(left.dataset.expires) - now) / 1000));
      write(left, `(${timeLeft(seconds)} left)`);
      left.closest(".deadline")?.classList.toggle("deadline-near", seconds < 60);
    }
  };
  show();
  setInterval(show, 1000);
}

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function ageOf(ms: number, isWithin: boolean): string {
  const text = short(ms);
  if (!isWithin) return text;
  return text === "now" ? "just now" : `${text} ago`;
}

/** In the words of the server. */
function short(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
