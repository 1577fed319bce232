// Moments as this person reads them.

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const today = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** In the language and the time zone of this browser. A deadline of today needs no date. */
export function showMoment(time: HTMLTimeElement): void {
  const date = new Date(time.dateTime);
  const isToday = date.toDateString() === new Date().toDateString();
  time.textContent = (isToday && time.closest(".deadline") ? today : full).format(date);
}
