// Which texts have the formats that a form can ask for.

import { describe, expect, it } from "vitest";
import { formats } from "../../../src/core/elicitation/formats.js";

describe("email", () => {
  it.each([
    "ada@example.com",
    "a@b.co",
    "first.last+tag@sub.example.org",
    "o'brien@example.com",
    "ADA@EXAMPLE.COM",
    "x@1-2.example",
    "ada@xn--bcher-kva.example",
  ])("is %j", (text) => {
    expect(formats.email.test(text)).toBe(true);
  });

  it.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@example",
    "ada@@example.com",
    "ada@example..com",
    ".ada@example.com",
    "ada.@example.com",
    "a..b@example.com",
    "ada@-example.com",
    "ada@example-.com",
    "ada lovelace@example.com",
    "ada@example.com\n",
    "ada@example.com, bob@example.com",
    "Ada <ada@example.com>",
    "ada@[127.0.0.1]",
    `${"a".repeat(250)}@b.co`,
  ])("is not %j", (text) => {
    expect(formats.email.test(text)).toBe(false);
  });
});

describe("uri", () => {
  it.each([
    "https://example.com",
    "https://example.com/a%20b?c=d&e=[1]#f",
    "http://localhost:3000/",
    "http://[::1]:80/",
    "HTTPS://EXAMPLE.COM",
    "mailto:ada@example.com",
    "urn:isbn:0451450523",
    "file:///etc/hosts",
    "tel:+49-30-1234",
  ])("is %j", (text) => {
    expect(formats.uri.test(text)).toBe(true);
  });

  it.each([
    "",
    "example.com",
    "/page",
    "//example.com",
    "https:",
    "https://",
    "https:example.com",
    "https:///page",
    "https://exa mple.com",
    "https://example.com/%zz",
    "https://example.com:99999/",
    "https://example.com/<x>",
    "1http://example.com",
    "https://example.com\n",
    "https://example.com/ä",
  ])("is not %j", (text) => {
    expect(formats.uri.test(text)).toBe(false);
  });
});

describe("date", () => {
  it.each(["2026-07-28", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("is %j", (text) => {
    expect(formats.date.test(text)).toBe(true);
  });

  it.each([
    "",
    "2026-7-28",
    "2026-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-00-10",
    "2026-13-01",
    "2026-01-00",
    "2026-01-32",
    "28.07.2026",
    "2026-07-28T00:00:00Z",
    "2026-07-28\n",
    "20260728",
  ])("is not %j", (text) => {
    expect(formats.date.test(text)).toBe(false);
  });
});

describe("date-time", () => {
  it.each([
    "2026-07-28T15:30:00Z",
    "2026-07-28t15:30:00z",
    "2026-07-28T15:30:00.123456789Z",
    "2026-07-28T15:30:00+02:00",
    "2026-07-28T15:30:00-11:30",
    "2016-12-31T23:59:60Z",
    "2016-12-31T15:59:60-08:00",
    "2017-01-01T00:59:60+01:00",
  ])("is %j", (text) => {
    expect(formats["date-time"].test(text)).toBe(true);
  });

  it.each([
    "",
    "2026-07-28",
    "2026-07-28T15:30:00",
    "2026-07-28T15:30Z",
    "2026-07-28 15:30:00Z",
    "2026-02-30T15:30:00Z",
    "2026-07-28T24:00:00Z",
    "2026-07-28T15:60:00Z",
    "2026-07-28T15:30:61Z",
    "2026-07-28T15:30:60Z",
    "2016-12-31T23:59:60-08:00",
    "2026-07-28T15:30:00+24:00",
    "2026-07-28T15:30:00+02:60",
    "2026-07-28T15:30:00+0200",
    "2026-07-28T15:30:00.Z",
    "2026-07-28T15:30:00Z\n",
  ])("is not %j", (text) => {
    expect(formats["date-time"].test(text)).toBe(false);
  });
});
