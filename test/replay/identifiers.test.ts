// Ids that come out the same, and ids that never do.

import { describe, expect, it } from "vitest";
import { createRandomIds, idFrom } from "../../src/replay/identifiers.js";

describe("an id made of texts", () => {
  it("is a UUID of version 8", () => {
    for (let count = 0; count < 100; count += 1)
      expect(idFrom("a", String(count))).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
  });

  it("is the same for the same texts, and another for others, however they are cut", () => {
    expect(idFrom("a", "b")).toBe(idFrom("a", "b"));
    const ids = [idFrom("a", "b"), idFrom("ab"), idFrom("b", "a"), idFrom("a", "b", ""), idFrom("a,b")];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it("random ids differ", () => {
  const newId = createRandomIds();
  expect(new Set(Array.from({ length: 10_000 }, newId)).size).toBe(10_000);
});
