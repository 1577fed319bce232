// Digests of JSON values, by example; the properties are in test/property.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestJson } from "../../src/seal/digest.js";

describe("canonical JSON", () => {
  it("sorts the keys of every object and keeps the order of arrays", () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, "x"], a: null, B: true, "": 0.5 })).toBe(
      '{"":0.5,"B":true,"a":null,"b":[{"c":2,"d":1},"x"]}',
    );
  });

  it("leaves out what JSON leaves out", () => {
    expect(canonicalJson({ b: undefined, a: [undefined, () => {}], c: () => {} })).toBe('{"a":[null,null]}');
    expect(canonicalJson(undefined)).toBe("null");
  });

  it("writes dates and numbers as JSON.stringify does", () => {
    const value = [new Date(0), 0, 1e21, Number.NaN, "\ud800"];
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  });

  it("tells -0 from 0, as JSON.parse does", () => {
    expect(canonicalJson({ n: [-0, 0] })).toBe('{"n":[-0,0]}');
    expect(canonicalJson(-0)).toBe("-0");
    expect(digestJson(JSON.parse('{"n":-0}'))).not.toBe(digestJson(JSON.parse('{"n":0}')));
  });

  it("takes __proto__ for a key like any other", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });
});

describe("a digest", () => {
  it("is SHA-256 of the canonical JSON, in base64url", () => {
    const expected = createHash("sha256").update('{"a":"é","b":1}').digest("base64url");
    expect(digestJson({ b: 1, a: "é" })).toBe(expected);
  });
});
