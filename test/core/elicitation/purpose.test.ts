// What a person reads of why they are asked.

import { describe, expect, test } from "vitest";
import { purposeOf } from "../../../src/core/elicitation/purpose.js";

describe("what somebody is asked for", () => {
  test.each([
    ["tools/call", "book_table", { words: "for its tool", name: "book_table" }],
    ["prompts/get", "plan", { words: "for its prompt", name: "plan" }],
    ["api", undefined, { words: "over the API" }],
    ["api", "nightly", { words: "over the API for", name: "nightly" }],
    ["sample", "sample", { words: "as a sample" }],
    ["completion/complete", undefined, { words: "for its", name: "completion/complete" }],
  ])("a question of %s with %j names it (C3)", (method, target, purpose) => {
    expect(purposeOf({ method, target })).toEqual(purpose);
  });

  test.each([
    ["ask", undefined, "from the command line"],
    ["set", "openai_key", "for the vault"],
    ["elicit", "form", "as an agent"],
  ])("%s with %j is a word of ours, and said in words of people (C3)", (method, target, words) => {
    expect(purposeOf({ method, target })).toEqual({ words });
  });
});
