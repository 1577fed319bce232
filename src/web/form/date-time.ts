// Dates and times as browsers have them, a local time without a zone, to RFC 3339 and back.

/** A date and time taken apart: what the picker shows, and what zone that is in. */
export interface LocalTime {
  /** As `<input type="datetime-local">` has it: `2026-07-28T15:30`, with seconds only where there are any. */
  readonly local: string;
  /** As it was written: `Z` or `+02:00`. */
  readonly zone: string;
}

const INSTANT = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d):(\d\d)(\.\d+)?(z|[+-]\d\d:\d\d)$/i;
const LOCAL = /^(\d{4,6}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(\.\d{1,3})?)?$/;

/** What a picker shows for an instant; `undefined` when no picker can, as for a leap second or the year 0. */
export function toLocalTime(instant: string): LocalTime | undefined {
  const [, date, minutes, seconds, fraction, zone] = INSTANT.exec(instant) ?? [];
  if (date === undefined || minutes === undefined || seconds === undefined || zone === undefined)
    return undefined;
  if (seconds === "60" || date.startsWith("0000")) return undefined;
  const rest = withoutZeros(fraction ?? "");
  if (rest.length > 4) return undefined;
  return { local: shortest(date, minutes, seconds, rest === "." ? "" : rest), zone };
}

/** A local time in its zone as RFC 3339; what is no local time is given back for the check to judge. */
export function fromLocalTime(local: string, zone: string): string {
  const [, date, minutes, seconds = "00", fraction = ""] = LOCAL.exec(local) ?? [];
  return date === undefined ? `${local}${zone}` : `${date}T${minutes}:${seconds}${fraction}${zone}`;
}

/** The local time as browsers send it, so that equal ones are equal texts. */
export function shortestLocal(local: string): string {
  const [, date, minutes, seconds = "00", fraction = ""] = LOCAL.exec(local) ?? [];
  if (date === undefined || minutes === undefined) return local;
  const rest = withoutZeros(fraction);
  return shortest(date, minutes, seconds, rest === "." ? "" : rest);
}

/** True when a picker can show it. */
export const isLocal = (local: string): boolean => LOCAL.test(local) && !local.startsWith("0000");

/** Without the zeros at its end; a pattern would try at each of them. */
function withoutZeros(fraction: string): string {
  let end = fraction.length;
  while (fraction[end - 1] === "0") end -= 1;
  return fraction.slice(0, end);
}

function shortest(date: string, minutes: string, seconds: string, fraction: string): string {
  const tail = seconds === "00" && fraction === "" ? "" : `:${seconds}${fraction}`;
  return `${date}T${minutes}${tail}`;
}

/** True for a date that a picker can show. */
export const isPickable = (date: string): boolean => /^\d{4}-\d\d-\d\d$/.test(date) && date >= "0001";

/** The offsets from UTC that are in use on Earth. */
export const ZONES: readonly string[] = [
  ..."-12:00 -11:00 -10:00 -09:30 -09:00 -08:00 -07:00 -06:00 -05:00 -04:00 -03:30 -03:00 -02:30 -02:00 -01:00".split(
    " ",
  ),
  "Z",
  ..."+01:00 +02:00 +03:00 +03:30 +04:00 +04:30 +05:00 +05:30 +05:45 +06:00 +06:30 +07:00 +08:00 +08:45".split(
    " ",
  ),
  ..."+09:00 +09:30 +10:00 +10:30 +11:00 +12:00 +12:45 +13:00 +13:45 +14:00".split(" "),
];

/** A zone as a person reads it. */
export const zoneLabel = (zone: string): string =>
  /^z$/i.test(zone) ? "UTC" : `UTC ${zone.replace("-", "−")}`;
