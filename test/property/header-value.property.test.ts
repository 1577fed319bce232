// Values in headers: the specification's table of encodings, and everything beyond it.

import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeHeaderValue } from "../../src/protocol/header-value.js";

/** What a client writes, by the rules of the specification's "Value Encoding". */
function encode(value: string): string {
  const isPlain = /^[\x20-\x7e\t]*$/.test(value) && value.trim() === value;
  const isSentinel = value.startsWith("=?base64?") && value.endsWith("?=");
  return isPlain && !isSentinel ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;
}

// specification/2026-07-28/basic/transports/streamable-http, "Encoding examples".
test.each([
  ["us-west1", "us-west1"],
  ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
  [" padded ", "=?base64?IHBhZGRlZCA=?="],
  ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
  ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
])("%j is read from %j", (value, header) => {
  expect(encode(value)).toBe(header);
  expect(decodeHeaderValue(header)).toBe(value);
});

test("whatever a client encodes is read back", () => {
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom("=", "?", "base64", " ", "\t", "a", "é") }),
    fc.string().map((inner) => `=?base64?${inner}?=`),
  );
  fc.assert(
    fc.property(value, (given) => {
      expect(decodeHeaderValue(encode(given))).toBe(given);
    }),
    { numRuns: 1000 },
  );
});

test("a value that is neither plain nor exact base64 of UTF-8 is refused", () => {
  for (const header of [
    "世界",
    "a\u0000b",
    "a\u007fb",
    "=?base64?!?=",
    "=?base64?QQ?=",
    "=?base64?QQ= =?=",
    "=?base64?QR==?=",
    "=?base64?_-__?=",
    "=?base64?/w==?=",
    "=?base64?7aCA?=",
  ])
    expect([header, decodeHeaderValue(header)]).toEqual([header, undefined]);
});

test("the markers are case-sensitive: in another spelling the text is itself", () => {
  for (const header of ["=?BASE64?QQ==?=", "=?Base64?QQ==?=", "=?base64?QQ==", "QQ==?=", "=?utf-8?QQ==?="])
    expect(decodeHeaderValue(header)).toBe(header);
});

test("no header throws, and none is read as something that would be written otherwise", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string().map((inner) => `=?base64?${inner}?=`),
      ),
      (header) => {
        const value = decodeHeaderValue(header);
        if (value === undefined) return;
        // Encoding more than needs it is a client's right.
        const base64 = `=?base64?${Buffer.from(value).toString("base64")}?=`;
        expect([encode(value), base64]).toContain(header.trim());
      },
    ),
    { numRuns: 1000 },
  );
});
