// The key ring: what it takes as keys, and which key does what.

import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createKeyRing, randomKey } from "../../src/seal/key-ring.js";
import { signText, verifyText } from "../../src/seal/mac.js";
import { openToken, sealToken } from "../../src/seal/token.js";

describe("a key ring", () => {
  it("takes text and bytes of 32 bytes or more", () => {
    const ring = createKeyRing(["k".repeat(32), new Uint8Array(32), "é".repeat(16)]);
    expect(ring.keys).toHaveLength(3);
  });

  it("is not empty", () => {
    expect(() => createKeyRing([])).toThrow("The key ring is empty. Give at least one key.");
  });

  it("refuses a short key, and says which without showing it", () => {
    expect(() => createKeyRing([randomKey(), "too short a secret"])).toThrow(
      "Key 2 of the ring has 18 bytes. Give at least 32 random ones.",
    );
    expect(() => createKeyRing([new Uint8Array(31)])).toThrow("Key 1 of the ring has 31 bytes.");
  });

  it("treats text and its UTF-8 bytes as the same key", () => {
    const key = randomKey();
    const token = sealToken(createKeyRing([key]), "p", "text");
    expect(openToken(createKeyRing([Buffer.from(key)]), "p", token)?.toString()).toBe("text");
  });

  it("seals and signs with its first key", () => {
    const [first, second] = [randomKey(), randomKey()];
    const both = createKeyRing([first, second]);
    expect(openToken(createKeyRing([first]), "p", sealToken(both, "p", "text"))?.toString()).toBe("text");
    expect(openToken(createKeyRing([second]), "p", sealToken(both, "p", "text"))).toBe(undefined);
    expect(verifyText(createKeyRing([first]), "p", "text", signText(both, "p", "text"))).toBe(true);
    expect(verifyText(createKeyRing([second]), "p", "text", signText(both, "p", "text"))).toBe(false);
  });

  it("derives the key of a token in one step, as NIST SP 800-56C has it", () => {
    const secret = Buffer.from("a secret of more than thirty-two bytes");
    const salt = Buffer.alloc(16, 7);
    const extracted = createHmac("sha256", "beckon token").update(secret).digest();
    const [key] = createKeyRing([secret]).keys;
    const expected = createHash("sha256")
      .update(Buffer.concat([Buffer.from([0, 0, 0, 1]), extracted, Buffer.from("beckon token"), salt]))
      .digest();
    expect(Buffer.from(key.tokenKey(salt))).toEqual(expected);
  });
});

describe("a random key", () => {
  it("is 32 bytes in base64url, and another one each time", () => {
    expect(Buffer.from(randomKey(), "base64url")).toHaveLength(32);
    expect(randomKey()).toMatch(/^[\w-]{43}$/);
    expect(randomKey()).not.toBe(randomKey());
  });
});
