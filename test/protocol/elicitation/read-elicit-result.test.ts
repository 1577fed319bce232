// What clients answer to elicitation/create.

import { describe, expect, it } from "vitest";
import { readElicitResult } from "../../../src/protocol/elicitation/read-elicit-result.js";

describe("the result of an elicitation", () => {
  it("brings strings, integers, decimals, booleans and lists of strings", () => {
    const content = { s: "x", i: 1, d: 0.5, b: false, l: ["a", "b"], e: [] };
    expect(readElicitResult({ action: "accept", content })).toEqual({ action: "accept", content });
  });

  it.each(["decline", "cancel"])("that is %s has no content, whatever stands there", (action) => {
    expect(readElicitResult({ action })).toStrictEqual({ action });
    expect(readElicitResult({ action, content: { a: 1 } })).toStrictEqual({ action });
    expect(readElicitResult({ action, content: null })).toStrictEqual({ action });
    expect(readElicitResult({ action, content: "?" })).toStrictEqual({ action });
  });

  it("may be accept without content, as for a page", () => {
    expect(readElicitResult({ action: "accept" })).toStrictEqual({ action: "accept" });
    expect(readElicitResult({ action: "accept", content: null })).toStrictEqual({ action: "accept" });
  });

  it("lacks the fields that are null", () => {
    expect(readElicitResult({ action: "accept", content: { a: null, b: 1 } })).toStrictEqual({
      action: "accept",
      content: { b: 1 },
    });
  });

  it("loses whatever else stands there", () => {
    expect(readElicitResult({ action: "accept", content: {}, _meta: {}, resultType: "x" })).toStrictEqual({
      action: "accept",
      content: {},
    });
  });

  it.each([
    undefined,
    null,
    "accept",
    [],
    {},
    { action: "accepted" },
    { action: "timeout" },
    { action: 1 },
    { action: "accept", content: [] },
    { action: "accept", content: "x" },
    { action: "accept", content: { a: {} } },
    { action: "accept", content: { a: [1] } },
    { action: "accept", content: { a: [null] } },
    { action: "accept", content: { a: [["x"]] } },
  ])("is not %j", (value) => {
    expect(readElicitResult(value)).toBeUndefined();
  });
});
