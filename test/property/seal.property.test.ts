// What is sealed or signed comes back, and nothing else does.

import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, digestJson } from "../../src/seal/digest.js";
import { createKeyRing, randomKey } from "../../src/seal/key-ring.js";
import { signText, verifyText } from "../../src/seal/mac.js";
import { openToken, sealToken } from "../../src/seal/token.js";

const ring = createKeyRing([randomKey()]);
const text: fc.Arbitrary<string> = fc.string({ unit: "binary" });
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...alphabet),
  fc.constantFrom("=", "+", "/", ".", " ", "\n", "\0", "é"),
);

test("what was sealed opens under the same purpose, byte for byte", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), text, (bytes, purpose) => {
      const opened = openToken(ring, purpose, sealToken(ring, purpose, bytes));
      expect(opened && Uint8Array.from(opened)).toEqual(bytes);
    }),
  );
});

test("text is sealed as its UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (plaintext) => {
      expect(openToken(ring, "p", sealToken(ring, "p", plaintext))?.toString()).toBe(plaintext);
    }),
  );
});

test("a token with one character changed is refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(), anyCharacter, (bytes, at, character) => {
      const token = sealToken(ring, "p", bytes);
      const index = at % token.length;
      fc.pre(token[index] !== character);
      expect(openToken(ring, "p", token.slice(0, index) + character + token.slice(index + 1))).toBe(
        undefined,
      );
    }),
    { numRuns: 2_000 },
  );
});

test("every single character of a token counts, the spare bits of the last one too", () => {
  for (const length of [0, 1, 2, 3]) {
    const token = sealToken(ring, "p", new Uint8Array(length));
    for (let index = 0; index < token.length; index += 1) {
      for (const character of alphabet) {
        if (character === token[index]) continue;
        expect(openToken(ring, "p", token.slice(0, index) + character + token.slice(index + 1))).toBe(
          undefined,
        );
      }
    }
  }
});

test("a token that was cut, extended or interrupted is refused", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(),
      fc.string({ unit: anyCharacter, minLength: 1 }),
      (bytes, at, extra) => {
        const token = sealToken(ring, "p", bytes);
        const index = at % token.length;
        expect(openToken(ring, "p", token.slice(0, index))).toBe(undefined);
        expect(openToken(ring, "p", token.slice(index + 1))).toBe(undefined);
        expect(openToken(ring, "p", token + extra)).toBe(undefined);
        expect(openToken(ring, "p", token.slice(0, index) + extra + token.slice(index))).toBe(undefined);
      },
    ),
  );
});

test("text that is no token is refused and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: anyCharacter }), fc.base64String()), (token) => {
      expect(openToken(ring, "p", token)).toBe(undefined);
      expect(verifyText(ring, "p", "text", token)).toBe(false);
    }),
  );
});

test("a token opens under no other purpose and no other ring", () => {
  const other = createKeyRing([randomKey()]);
  fc.assert(
    fc.property(text, text, fc.uint8Array(), (purpose, otherPurpose, bytes) => {
      const token = sealToken(ring, purpose, bytes);
      if (purpose !== otherPurpose) expect(openToken(ring, otherPurpose, token)).toBe(undefined);
      expect(openToken(other, purpose, token)).toBe(undefined);
    }),
  );
});

test("a ring opens and verifies what any of its keys made, and nothing of a key that left", () => {
  const keys = Array.from({ length: 5 }, randomKey);
  fc.assert(
    fc.property(
      fc.subarray(keys, { minLength: 1 }),
      fc.nat({ max: 4 }),
      fc.uint8Array(),
      (held, maker, bytes) => {
        const key = keys[maker] ?? "";
        const made = createKeyRing([key]);
        const holding = createKeyRing(held);
        const opened = openToken(holding, "p", sealToken(made, "p", bytes));
        expect(opened && Uint8Array.from(opened)).toEqual(held.includes(key) ? bytes : undefined);
        expect(verifyText(holding, "p", "text", signText(made, "p", "text"))).toBe(held.includes(key));
      },
    ),
  );
});

test("a signature holds for its text and purpose and for no other", () => {
  fc.assert(
    fc.property(text, text, text, text, (purpose, signed, otherPurpose, other) => {
      const signature = signText(ring, purpose, signed);
      expect(verifyText(ring, purpose, signed, signature)).toBe(true);
      expect(verifyText(ring, otherPurpose, other, signature)).toBe(
        purpose === otherPurpose && signed === other,
      );
    }),
  );
});

test("what moves between purpose and text is another signature", () => {
  fc.assert(
    fc.property(text, text, fc.nat(), (purpose, signed, at) => {
      const whole = purpose + signed;
      const cut = at % (whole.length + 1);
      fc.pre(cut !== purpose.length);
      expect(verifyText(ring, whole.slice(0, cut), whole.slice(cut), signText(ring, purpose, signed))).toBe(
        false,
      );
    }),
  );
});

test("a signature with one character changed, cut or extended is refused", () => {
  fc.assert(
    fc.property(text, fc.nat(), anyCharacter, (signed, at, character) => {
      const signature = signText(ring, "p", signed);
      const index = at % signature.length;
      expect(verifyText(ring, "p", signed, signature.slice(0, index))).toBe(false);
      expect(verifyText(ring, "p", signed, signature + character)).toBe(false);
      fc.pre(signature[index] !== character);
      const changed = signature.slice(0, index) + character + signature.slice(index + 1);
      expect(verifyText(ring, "p", signed, changed)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test("canonical JSON says the same value, whatever the order of keys", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // Not by way of `JSON.stringify`, which makes 0 of -0.
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(digestJson(reversed(value))).toBe(digestJson(value));
    }),
  );
});

test("different values have different canonical JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
      expect(canonicalJson(one) === canonicalJson(other)).toBe(plainJson(one) === plainJson(other));
    }),
  );
});

function rebuilt(value: unknown, arrange: (entries: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, arrange));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    arrange(Object.entries(value)).map(([name, member]) => [name, rebuilt(member, arrange)]),
  );
}

function reversed(value: unknown): unknown {
  return rebuilt(value, (entries) => entries.reverse());
}

/** JSON that tells -0 from 0. */
const plainJson = (value: unknown): string =>
  JSON.stringify(sorted(value), (_name, member: unknown) =>
    Object.is(member, -0) ? "-0, a number" : member,
  );

function sorted(value: unknown): unknown {
  return rebuilt(value, (entries) => entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
