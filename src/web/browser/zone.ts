// Fills in the time zone of this device, as it is on the day that was chosen.

export function followZone(zone: HTMLSelectElement): void {
  const time = document.getElementById(zone.dataset.zoneOf ?? "");
  if (!(time instanceof HTMLInputElement)) return;
  let isOwn = zone.value === "";
  zone.addEventListener("change", () => {
    isOwn = false;
  });
  const guess = (): void => {
    const date = new Date(time.value);
    if (!isOwn || Number.isNaN(date.getTime())) return;
    const value = offsetOf(-date.getTimezoneOffset());
    if (![...zone.options].some((option) => option.value === value))
      zone.add(new Option(`UTC ${value}`, value));
    zone.value = value;
  };
  time.addEventListener("input", guess);
  guess();
}

function offsetOf(minutes: number): string {
  if (minutes === 0) return "Z";
  const two = (number: number): string => String(Math.trunc(number)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
