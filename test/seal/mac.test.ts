// Signatures, by example; the properties are in test/property.

import { describe, expect, it } from "vitest";
import { createKeyRing, randomKey } from "../../src/seal/key-ring.js";
import { signText, verifyText } from "../../src/seal/mac.js";

describe("a signature", () => {
  const ring = createKeyRing([randomKey()]);

  it("is 22 characters of base64url, the same for the same text", () => {
    expect(signText(ring, "p", "text")).toMatch(/^[\w-]{22}$/);
    expect(signText(ring, "p", "text")).toBe(signText(ring, "p", "text"));
  });

  it("is not the beginning of another one's text", () => {
    expect(signText(ring, "1", "2:text")).not.toBe(signText(ring, "12", ":text"));
  });

  it("of an earlier version still holds", () => {
    const fixed = createKeyRing(["a secret of more than thirty-two bytes"]);
    expect(verifyText(fixed, "purpose", "text", "AhOPEiK9vsJYxQrB-ehYHQ")).toBe(true);
  });
});
