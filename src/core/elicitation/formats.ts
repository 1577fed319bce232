// The formats a text field can ask for: email, uri, date and date-time.

import type { StringFieldSchema } from "./form-schema.js";

/** The name of a format. */
export type Format = NonNullable<StringFieldSchema["format"]>;

interface FormatRule {
  /** How the format is called to a person, after "must be". */
  readonly called: string;
  readonly test: (text: string) => boolean;
}

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, "i");
const LONGEST_EMAIL = 254;

const URI = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i;
const WEB_URI = /^https?:/i;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)t(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;

/** Every format of MCP's forms. */
export const formats: { readonly [F in Format]: FormatRule } = {
  email: {
    called: "an email address such as ada@example.com",
    test: (text) => text.length <= LONGEST_EMAIL && EMAIL.test(text),
  },
  uri: {
    called: "a whole address such as https://example.com/page",
    test: (text) => URI.test(text) && (!WEB_URI.test(text) || isWebUri(text)),
  },
  date: { called: "a date such as 2026-07-28", test: isDate },
  "date-time": { called: "a date and time with its zone such as 2026-07-28T15:30:00Z", test: isDateTime },
};

/** Tells a format's name from any other value. */
export const isFormat = (name: unknown): name is Format =>
  typeof name === "string" && Object.hasOwn(formats, name);

/** What the URL parser forgives, such as missing slashes, the grammar of a uri does not. */
const isWebUri = (text: string): boolean => /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text);

/** A day that is in the calendar, after RFC 3339. */
function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  const last = daysIn(Number(year), Number(month));
  return Number(day) >= 1 && Number(day) <= last;
}

function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** An instant after RFC 3339: the zone is never left out, a leap second is at the end of a UTC day. */
function isDateTime(text: string): boolean {
  const [, date, hours, minutes, seconds, sign, zoneHours, zoneMinutes] = DATE_TIME.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return false;
  const hour = Number(hours);
  const minute = Number(minutes);
  const offsetHours = Number(zoneHours ?? 0);
  const offsetMinutes = Number(zoneMinutes ?? 0);
  if (hour > 23 || minute > 59 || offsetHours > 23 || offsetMinutes > 59) return false;
  if (Number(seconds) < 60) return true;
  const offset = (offsetHours * 60 + offsetMinutes) * (sign === "-" ? -1 : 1);
  const minuteOfDay = (hour * 60 + minute - offset + 2 * 1440) % 1440;
  return Number(seconds) === 60 && minuteOfDay === 1439;
}
