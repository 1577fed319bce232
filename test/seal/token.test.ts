// Sealed tokens, by example; the properties are in test/property.

import { describe, expect, it } from "vitest";
import { createKeyRing, randomKey } from "../../src/seal/key-ring.js";
import { openToken, sealToken } from "../../src/seal/token.js";

describe("a sealed token", () => {
  const ring = createKeyRing([randomKey()]);

  it("is base64url and does not show what it holds", () => {
    const token = sealToken(ring, "p", "the quick brown fox");
    expect(token).toMatch(/^[\w-]+$/);
    expect(Buffer.from(token, "base64url").includes("quick")).toBe(false);
  });

  it("is another one each time", () => {
    expect(sealToken(ring, "p", "text")).not.toBe(sealToken(ring, "p", "text"));
  });

  it("costs 32 bytes besides what it holds", () => {
    expect(Buffer.from(sealToken(ring, "p", new Uint8Array(100)), "base64url")).toHaveLength(132);
  });

  it("can hold nothing", () => {
    expect(openToken(ring, "p", sealToken(ring, "p", ""))).toHaveLength(0);
  });

  it("of an earlier version still opens", () => {
    const fixed = createKeyRing(["a secret of more than thirty-two bytes"]);
    const token = "d5UkeDXrGk-uHLx7hIczQqAb1MYxaimTq9nKwIqdW329PHMPqooawSM2KK5b7n-DsGrzKU8C";
    expect(openToken(fixed, "purpose", token)?.toString()).toBe("kept since version 0.1");
  });
});
