// JSON from strangers: nesting is limited, and no key reaches for prototypes.

import { describe, expect, it } from "vitest";
import { MAX_DEPTH, parseJson, problemOf } from "../../src/guards/parse-json.js";

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("parsing", () => {
  it.each(['{"a":[1,"x",null,true]}', "5", '"text"', "null", " [] ", '{"a":"__proto_"}'])(
    "takes %s",
    (text) => {
      expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    },
  );

  it.each(["", "{", "undefined", "{'a':1}", '{"a":1,}', "\u0000", '"\\x"'])("refuses %j", (text) => {
    expect(parseJson(text)).toEqual({ ok: false, problem: "invalid JSON" });
  });

  it("takes as many levels as are allowed, and not one more", () => {
    expect(parseJson(nested(MAX_DEPTH)).ok).toBe(true);
    expect(parseJson(nested(MAX_DEPTH + 1))).toEqual({
      ok: false,
      problem: "more than 64 levels of nesting",
    });
    const mixed = `${'{"a":['.repeat(33)}1${"]}".repeat(33)}`;
    expect(parseJson(mixed).ok).toBe(false);
  });

  it("counts brackets outside strings only", () => {
    const brackets = "[{".repeat(200);
    expect(parseJson(JSON.stringify({ text: brackets })).ok).toBe(true);
    expect(parseJson(JSON.stringify({ [`${brackets}\\"${brackets}`]: `\\${brackets}\\\\` })).ok).toBe(true);
    expect(parseJson(JSON.stringify(Array.from({ length: 200 }, () => [{}]))).ok).toBe(true);
    expect(parseJson(`{"a\\\\":${nested(70)}}`).ok).toBe(false);
  });

  it.each(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"__pr\\u006fto__":1}'])(
    "refuses the key in %s",
    (text) => {
      expect(parseJson(text)).toEqual({ ok: false, problem: "the key __proto__ is not allowed" });
    },
  );

  it("takes the word where it is no key", () => {
    expect(parseJson('{"a":"__proto__"}').ok).toBe(true);
    expect(parseJson('{"\\u0061":"\\u005f"}')).toEqual({ ok: true, value: { a: "_" } });
  });
});

describe("a value that somebody else parsed", () => {
  it("is held against the same rules", () => {
    expect(problemOf(JSON.parse(nested(MAX_DEPTH)))).toBeUndefined();
    expect(problemOf(JSON.parse(nested(MAX_DEPTH + 1)))).toBe("more than 64 levels of nesting");
    expect(problemOf(JSON.parse('{"a":{"__proto__":1}}'))).toBe("the key __proto__ is not allowed");
    expect(problemOf("text")).toBeUndefined();
  });
});
