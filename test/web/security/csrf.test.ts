// The token of a form is good for its browser, its visitor and its question, and for nothing else.

import { describe, expect, it } from "vitest";
import { createKeyRing } from "../../../src/seal/key-ring.js";
import { createToken, isToken, type TokenOwner } from "../../../src/web/security/csrf.js";

const ring = createKeyRing(["a key of at least thirty-two bytes"]);
const owner: TokenOwner = { browser: "b".repeat(22), visitorId: "ada", subject: "question-1" };

describe("a token", () => {
  it("is good for whom it was made", () => {
    expect(isToken(ring, owner, createToken(ring, owner))).toBe(true);
  });

  it.each<[string, Partial<TokenOwner>]>([
    ["browser", { browser: "c".repeat(22) }],
    ["visitor", { visitorId: "mallory" }],
    ["visitor, who is nobody", { visitorId: undefined }],
    ["question", { subject: "question-2" }],
  ])("is no good for another %s", (_what, other) => {
    expect(isToken(ring, { ...owner, ...other }, createToken(ring, owner))).toBe(false);
  });

  it("of other keys is no good", () => {
    const others = createKeyRing(["another key of thirty-two bytes!!"]);
    expect(isToken(ring, owner, createToken(others, owner))).toBe(false);
  });
});
