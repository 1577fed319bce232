import { describe, expect, it } from "vitest";
import { shownArguments } from "../../../src/core/elicitation/shown-arguments.js";

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

describe("the arguments of a call, shown beside a question (W2)", () => {
  it("are those of the call", () => {
    expect(shownArguments({ day: "2026-11-17", guests: 4, tags: ["a"], deep: { ok: true } })).toEqual({
      day: "2026-11-17",
      guests: 4,
      tags: ["a"],
      deep: { ok: true },
    });
  });

  it("are shown without credentials, by name and by value, at any depth (C12)", () => {
    expect(
      shownArguments({
        apiKey: "sk-1",
        headers: { Authorization: "Bearer abc", "x-trace": "1", session: "Bearer abc" },
        db: [{ password: { nested: true } }],
      }),
    ).toEqual({
      apiKey: "[redacted]",
      headers: { Authorization: "[redacted]", "x-trace": "1", session: "[redacted]" },
      db: [{ password: "[redacted]" }],
    });
  });

  it("are cut where they are long, deep or many", () => {
    const shown = shownArguments({ text: "x".repeat(10_000), deep: { a: { b: { c: { d: { e: 1 } } } } } });
    expect(shown).toMatchObject({ text: `${"x".repeat(500)}…`, deep: { a: { b: { c: { d: "…" } } } } });

    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`n${index}`, "y".repeat(400)]),
    );
    expect(lengthOf(shownArguments(many))).toBeLessThanOrEqual(4_096);
    expect(shownArguments(many)).toHaveProperty("…", expect.stringMatching(/^and \d+ more$/));

    const list = shownArguments({ list: Array.from({ length: 10_000 }, () => "z".repeat(400)) });
    expect(lengthOf(list)).toBeLessThanOrEqual(4_096);
  });

  it("are none where there are none, and nothing reaches for a prototype", () => {
    expect(shownArguments(undefined)).toBeUndefined();
    expect(shownArguments({})).toBeUndefined();
    expect(shownArguments([1])).toBeUndefined();
    const shown = shownArguments(JSON.parse('{"__proto__": {"polluted": 1}}'));
    expect(Object.keys(shown ?? {})).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
  });
});
