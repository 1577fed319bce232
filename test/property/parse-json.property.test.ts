// The JSON of strangers, against JSON.parse.

import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_DEPTH, parseJson, problemOf } from "../../src/guards/parse-json.js";

/** How deep a value nests: 0 for what is neither object nor array. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Any JSON text of an acceptable value: spaces and escapes where they are allowed. */
const padded: fc.Arbitrary<string> = fc
  .tuple(fc.json({ maxDepth: 5 }), fc.constantFrom("", " ", "\n\t"))
  .map(([text, space]) => `${space}${text}${space}`)
  .filter((text) => !/proto/.test(text));

const escaped = (text: string): string =>
  text.replace(/[a-z_]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

test("what JSON.parse reads within the limits is read the same", () => {
  fc.assert(
    fc.property(padded, (text) => {
      expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
    { numRuns: 1000 },
  );
});

test("strings full of brackets, quotes and backslashes do not count as nesting", () => {
  const noise = fc.string({
    unit: fc.constantFrom("[", "{", '"', "\\", "]", "}", "a"),
    minLength: 60,
    maxLength: 300,
  });
  fc.assert(
    fc.property(fc.array(noise, { minLength: 1, maxLength: 4 }), (strings) => {
      expect(parseJson(JSON.stringify({ strings }))).toEqual({ ok: true, value: { strings } });
    }),
  );
});

test("whatever the text, it is refused or read, and never throws", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'[]{}",:\\u0t '), maxLength: 300 }),
    fc
      .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 }))
      .map(([json, at, junk]) => json.slice(0, at % (json.length + 1)) + junk),
  );
  fc.assert(
    fc.property(text, (given) => {
      const parsed = parseJson(given);
      let expected: { value: unknown } | undefined;
      try {
        expected = { value: JSON.parse(given) };
      } catch {
        // Then it must be refused here too.
      }
      if (expected === undefined || depthOf(expected.value) > MAX_DEPTH) expect(parsed.ok).toBe(false);
      else if (problemOf(expected.value) === undefined) expect(parsed).toEqual({ ok: true, ...expected });
    }),
    { numRuns: 2000 },
  );
});

test("the limit of nesting is exact, whatever lies around and inside", () => {
  const wrap = fc.array(
    fc.constantFrom<readonly [string, string]>(["[", "]"], ['{"a":', "}"], ['{"[":', "}"], ['["]",', "]"]),
    { minLength: 40, maxLength: 90 },
  );
  fc.assert(
    fc.property(
      wrap,
      fc.constantFrom("1", '"x"', "null", '"[[[["'),
      fc.string({ maxLength: 150 }),
      (wraps, core, beside) => {
        const deep = wraps.reduceRight<string>((inner, [open, close]) => open + inner + close, core);
        expect(parseJson(deep).ok).toBe(wraps.length <= MAX_DEPTH);
        expect(problemOf(JSON.parse(deep)) === undefined).toBe(wraps.length <= MAX_DEPTH);
        const nested = `[${JSON.stringify(beside)},${deep}]`;
        expect(parseJson(nested).ok).toBe(wraps.length + 1 <= MAX_DEPTH);
      },
    ),
  );
});

test("the key __proto__ is refused in every spelling and at every depth", () => {
  const spelling = fc
    .array(fc.constantFrom("plain", "lower", "upper"), { minLength: 9, maxLength: 9 })
    .map((ways) =>
      [..."__proto__"]
        .map((letter, at) => {
          const code = letter.charCodeAt(0).toString(16).padStart(4, "0");
          return ways[at] === "plain" ? letter : `\\u${ways[at] === "upper" ? code.toUpperCase() : code}`;
        })
        .join(""),
    );
  const around = fc.array(
    fc.constantFrom<readonly [string, string]>(
      ["[", "]"],
      ['{"a":', "}"],
      ["[1,", "]"],
      ['{"b":2,"c":', "}"],
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(spelling, around, fc.json({ maxDepth: 2 }), (key, wraps, inner) => {
      const text = wraps.reduceRight<string>(
        (core, [open, close]) => open + core + close,
        `{"${key}":${inner}}`,
      );
      expect(parseJson(text).ok).toBe(false);
      expect(problemOf(JSON.parse(text))).toBeDefined();
    }),
  );
});

test("__proto__ as a value, or as part of another key, is no problem", () => {
  for (const text of [
    '"__proto__"',
    '{"a":"__proto__"}',
    '{"x__proto__":1}',
    `{"a":"${escaped("__proto__")}"}`,
    '{"\\u0061":1}',
    '{"constructor":{"prototype":{"a":1}}}',
  ])
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
});
