// Text of strangers, made safe to look at.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neutralLine, neutralText } from "../../src/core/neutral-text.js";

describe("text of strangers", () => {
  it.each([
    ["plain text", "A table, please.", "A table, please."],
    ["line breaks", "a\r\nb\rc\u2028d", "a\nb\nc\nd"],
    ["tabs", "a\tb", "a b"],
    ["escape sequences", "a\u001B[31mb", "a\uFFFD[31mb"],
    ["overrides of direction", "abc\u202Ecba", "abc\uFFFDcba"],
    ["isolates", "a\u2066b\u2069", "a\uFFFDb\uFFFD"],
    ["zero width spaces", "pay\u200Bpal", "pay\uFFFDpal"],
    ["byte order marks", "a\uFEFFb", "a\uFFFDb"],
    ["tags", "a\u{E0041}b", "a\uFFFDb"],
    ["lone surrogates", "a\uD800b", "a\uFFFDb"],
    ["letters that look like nothing", "a\u3164b", "a\uFFFDb"],
    ["combining grapheme joiners", "pay\u034Fpal", "pay\uFFFDpal"],
    ["vowels that are not written", "a\u17B4b", "a\uFFFDb"],
    ["variation selectors of Mongolian", "a\u180Bb", "a\uFFFDb"],
    ["variation selectors that hide a text", "a\u{E0100}\uFE00b", "a\uFFFD\uFFFDb"],
    ["places kept for what is not seen", "a\u2065\u{E0FFF}b", "a\uFFFD\uFFFDb"],
    ["emoji of several parts", "👩‍👩‍👧 🏳️‍🌈", "👩‍👩‍👧 🏳️‍🌈"],
    ["the joiners of other scripts", "می‌خواهم", "می‌خواهم"],
    ["signs that are seen", "\u06DD", "\u06DD"],
  ])("has its %s taken care of", (_what, given, shown) => {
    expect(neutralText(given)).toBe(shown);
  });

  it("becomes one line where there is only one", () => {
    expect(neutralLine(" a \n\n b\u2029c ")).toBe("a b c");
  });

  it("that was made safe stays as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const safe = neutralText(text);
        expect(neutralText(safe)).toBe(safe);
        expect(safe).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});
