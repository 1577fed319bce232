// Values in headers: plain, or base64 between markers.

import { describe, expect, it } from "vitest";
import { decodeHeaderValue } from "../../src/protocol/header-value.js";

const encode = (text: string): string => `=?base64?${Buffer.from(text).toString("base64")}?=`;

describe("a header value", () => {
  it.each([
    ["plain", "plain"],
    [" padded\t", "padded"],
    ["with space", "with space"],
    ["", ""],
    [encode("größe"), "größe"],
    [encode(""), ""],
    [encode("=?base64?x?="), "=?base64?x?="],
    ["=?base64?not closed", "=?base64?not closed"],
    ["=?other?eA==?=", "=?other?eA==?="],
  ])("of %j says %j", (raw, said) => {
    expect(decodeHeaderValue(raw)).toBe(said);
  });

  it.each([
    "größe",
    "a\u0000b",
    "a\nb",
    "\u007f",
    "=?base64?%%%?=",
    "=?base64?eA?=",
    "=?base64?eB==?=",
    "=?base64?gA==?=",
  ])("of %j is malformed", (raw) => {
    expect(decodeHeaderValue(raw)).toBeUndefined();
  });
});
